package dev.tilewright.core.schedule.step;

/** The names of the steps in messages, records and printed schedules. */
public final class StepNames {
  private StepNames() {}

  /** For example {@code compute_at}. */
  public static String of(Step step) {
    return switch (step) {
      case Annotate _ -> "annotate";
      case CacheRead _ -> "cache_read";
      case CacheWrite _ -> "cache_write";
      case ComputeAt _ -> "compute_at";
      case ComputeInline _ -> "compute_inline";
      case ComputeRoot _ -> "compute_root";
      case FollowFusedSplit _ -> "follow_fused_split";
      case FollowSplit _ -> "follow_split";
      case Fuse _ -> "fuse";
      case Pragma _ -> "pragma";
      case Reorder _ -> "reorder";
      case RewriteLayout _ -> "rewrite_layout";
      case Rfactor _ -> "rfactor";
      case Split _ -> "split";
      case StorageAlign _ -> "storage_align";
      case Winograd _ -> "winograd";
    };
  }
}
