/** The little JSON that the artifact format needs, so that the runtime depends on the JDK only. */
package dev.tilewright.runtime.json;
