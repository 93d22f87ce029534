package dev.tilewright.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.Dim3;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.DeviceException;
import dev.tilewright.runtime.LaunchDimensions;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kernels, memory, streams and graphs on a GPU. */
@Tag("gpu")
class CudaDeviceTest {
  private static final int COUNT = 1000;
  private static final LaunchDimensions DIMENSIONS = LaunchDimensions.linear(8, 128);

  /** Adds 1 to each of {@link #COUNT} integers; surplus threads do nothing. */
  private static final String INCREMENT =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry increment(.param .u64 data)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<6>;
        .reg .b64 %d<4>;
        ld.param.u64 %d1, [data];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.s32 %r4, %r1, %r2, %r3;
        setp.ge.u32 %p1, %r4, 1000;
        @%p1 bra done;
        mul.wide.u32 %d2, %r4, 4;
        add.s64 %d3, %d1, %d2;
        ld.global.u32 %r5, [%d3];
        add.u32 %r5, %r5, 1;
        st.global.u32 [%d3], %r5;
      done:
        ret;
      }
      """;

  private CudaDevice device;
  private CudaStream stream;

  @BeforeEach
  void open() {
    device = TestGpu.open();
    stream = device.createStream();
  }

  @AfterEach
  void close() {
    if (device != null) {
      device.close();
    }
  }

  @Test
  void tellsItsLimits() {
    CudaDeviceInfo info = device.info();
    assertThat(info.name()).isNotBlank();
    assertThat(info.architecture()).matches("sm_\\d{2,3}");
    assertThat(info.limits().warpSize()).isEqualTo(32);
    assertThat(info.limits().multiprocessors()).isPositive();
    assertThat(info.limits().sharedBytesPerBlockOptIn())
        .isGreaterThanOrEqualTo(info.limits().sharedBytesPerBlock());
    assertThat(device.freeBytes()).isBetween(1L, info.memoryBytes());
  }

  @Test
  void runsAKernelBetweenCopies() {
    CudaFunction kernel = increment();
    PinnedMemory host = counting();
    DeviceMemory memory = device.allocate(host.bytes());
    stream.copy(host, memory);
    stream.launch(kernel, DIMENSIONS, KernelArguments.of(memory));
    stream.copy(memory, host);
    stream.synchronize();
    assertThat(values(host)).containsExactly(countingFrom(1));
  }

  @Test
  void replaysACapturedGraph() {
    CudaFunction kernel = increment();
    PinnedMemory host = counting();
    DeviceMemory memory = device.allocate(host.bytes());
    stream.copy(host, memory);
    KernelArguments arguments = KernelArguments.of(memory);
    CudaGraph graph =
        stream.capture(
            () -> {
              stream.launch(kernel, DIMENSIONS, arguments);
              stream.launch(kernel, DIMENSIONS, arguments);
            });
    for (int replay = 0; replay < 3; replay++) {
      stream.launch(graph);
    }
    stream.copy(memory, host);
    stream.synchronize();
    assertThat(values(host)).as("capturing itself runs nothing").containsExactly(countingFrom(6));
  }

  @Test
  void goesOnAfterACaptureThatFailed() {
    assertThatThrownBy(
            () ->
                stream.capture(
                    () -> {
                      throw new UserException("planted");
                    }))
        .hasMessage("planted");
    runsAKernelBetweenCopies();
  }

  @Test
  void takesTheTimeBetweenEvents() {
    CudaEvent start = device.createEvent();
    CudaEvent end = device.createEvent();
    DeviceMemory memory = device.allocate(64L << 20);
    stream.record(start);
    stream.fill(memory, (byte) 1);
    stream.record(end);
    end.synchronize();
    assertThat(end.nanosSince(start)).isPositive();
  }

  @Test
  void tellsWhatTheAssemblerSaysOfWrongPtx() {
    String wrong = INCREMENT.replace("add.u32", "addd.u32");
    assertThatThrownBy(() -> device.loadPtx("planted", wrong))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("planted")
        .hasMessageContaining("CUDA_ERROR_INVALID_PTX (218)")
        .hasMessageContaining("addd");
  }

  @Test
  void namesAKernelThatIsNotThere() {
    CudaModule module = device.loadPtx("increment", INCREMENT);
    assertThatThrownBy(() -> module.function("decrement"))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("decrement")
        .hasMessageContaining("CUDA_ERROR_NOT_FOUND");
  }

  @Test
  void refusesALaunchThatTheDeviceCannotHold() {
    CudaFunction kernel = increment();
    KernelArguments arguments = KernelArguments.of(device.allocate(4L * COUNT));
    assertThatThrownBy(() -> stream.launch(kernel, LaunchDimensions.linear(1, 4096), arguments))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("increment")
        .hasMessageContaining("block (4096, 1, 1)")
        .satisfies(failure -> assertThat(((DeviceException) failure).isDeviceLost()).isFalse());
    runsAKernelBetweenCopies();
  }

  @Test
  void refusesMoreSharedMemoryThanThereIs() {
    CudaFunction kernel = increment();
    int most = device.info().limits().sharedBytesPerBlockOptIn();
    kernel.allowDynamicSharedBytes(most);
    LaunchDimensions full = new LaunchDimensions(new Dim3(1, 1, 1), new Dim3(128, 1, 1), most);
    assertThat(kernel.blocksPerMultiprocessor(full)).isEqualTo(1);
    assertThatThrownBy(() -> kernel.allowDynamicSharedBytes(most + 1))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("expected at most " + most);
  }

  @Test
  void refusesUseAfterClosing() {
    DeviceMemory memory = device.allocate(16);
    memory.close();
    memory.close();
    assertThatThrownBy(memory::address)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("device memory of 16 bytes: it is closed");
    device.close();
    assertThatThrownBy(stream::synchronize).isInstanceOf(IllegalStateException.class);
  }

  private CudaFunction increment() {
    return device.loadPtx("increment", INCREMENT).function("increment");
  }

  private PinnedMemory counting() {
    PinnedMemory host = device.allocatePinned(4L * COUNT);
    for (int i = 0; i < COUNT; i++) {
      host.segment().setAtIndex(ValueLayout.JAVA_INT, i, i);
    }
    return host;
  }

  private static int[] values(PinnedMemory host) {
    return host.segment().toArray(ValueLayout.JAVA_INT);
  }

  private static int[] countingFrom(int first) {
    int[] expected = new int[COUNT];
    for (int i = 0; i < COUNT; i++) {
      expected[i] = first + i;
    }
    return expected;
  }
}
