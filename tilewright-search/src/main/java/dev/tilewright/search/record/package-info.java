/** What tuning leaves behind: codecs for DAGs and schedules, workload keys and the record file. */
package dev.tilewright.search.record;
