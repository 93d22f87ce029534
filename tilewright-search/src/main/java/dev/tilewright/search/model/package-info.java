/** Models that predict how fast a schedule runs. */
package dev.tilewright.search.model;
