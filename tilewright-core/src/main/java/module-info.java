/** Expressions, compute DAGs, schedules, lowering and the reference interpreter. */
module dev.tilewright.core {
  requires transitive dev.tilewright.base;

  exports dev.tilewright.core.analysis;
  exports dev.tilewright.core.expr;
  exports dev.tilewright.core.interp;
  exports dev.tilewright.core.ir;
  exports dev.tilewright.core.lower;
  exports dev.tilewright.core.schedule;
  exports dev.tilewright.core.schedule.step;
  exports dev.tilewright.core.target;
  exports dev.tilewright.core.te;
}
