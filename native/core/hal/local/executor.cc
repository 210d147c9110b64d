#include "hal/local/executor.h"

#include "hal/local/executor_walk.h"

namespace ireereplay::replay {

template class TracedExecutor<NoTrace>;

}  // namespace ireereplay::replay
