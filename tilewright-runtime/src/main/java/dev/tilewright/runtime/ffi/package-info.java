/**
 * Native calls through the foreign function API; the only package of the runtime that makes them.
 */
package dev.tilewright.runtime.ffi;
