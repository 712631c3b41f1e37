import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { type CallSpan, type Tracer, UNTRACED_SPAN } from './tracer.ts'

/** The same logger, except that one which throws harms nobody: a full disk must not stop a registration. */
export function guardLogger(logger: Logger | undefined): Logger | undefined {
  if (logger === undefined) return undefined
  return {
    log(code, fields) {
      try {
        logger.log(code, fields)
      } catch {
        // The place to report it is the one that failed.
      }
    },
  }
}

/** The same metrics, except that an adapter which throws harms nobody. */
export function guardMetrics(metrics: Metrics | undefined): Metrics | undefined {
  if (metrics === undefined) return undefined
  return {
    record(instrument, value, attributes) {
      try {
        metrics.record(instrument, value, attributes)
      } catch {
        // A measurement lost is better than a call lost.
      }
    },
    isListening() {
      try {
        return metrics.isListening?.() ?? true
      } catch {
        return false
      }
    },
  }
}

/** The same tracer, except that an adapter which throws leaves a call untraced and otherwise unharmed. */
export function guardTracer(tracer: Tracer | undefined): Tracer | undefined {
  if (tracer === undefined) return undefined
  return {
    startCall(info) {
      try {
        return guardSpan(tracer.startCall(info))
      } catch {
        return UNTRACED_SPAN
      }
    },
    isListening() {
      try {
        return tracer.isListening?.() ?? true
      } catch {
        return false
      }
    },
  }
}

function guardSpan(span: CallSpan): CallSpan {
  if (span === UNTRACED_SPAN) return span
  return {
    run: (work) => span.run(work), // what the work throws is its own affair and must get out
    end(outcome) {
      try {
        span.end(outcome)
      } catch {
        // A span lost is better than a result lost.
      }
    },
  }
}
