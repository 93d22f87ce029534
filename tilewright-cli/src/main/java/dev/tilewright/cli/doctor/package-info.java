/** What the doctor looks at. */
package dev.tilewright.cli.doctor;
