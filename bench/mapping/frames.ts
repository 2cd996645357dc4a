/** Main-thread work of each frame in Chromium, from its own trace. */
import type { Page } from 'playwright'

/** Script and layout; what one contains of another is counted once. */
const work = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
  'UpdateLayoutTree',
  'Layout',
])

type Traced = { readonly name: string; readonly ts: number; readonly dur?: number; readonly tid: number; readonly pid: number }

/** Milliseconds of script and layout for each frame that was begun meanwhile. */
export async function framesDuring(page: Page, doing: () => Promise<void>): Promise<number[]> {
  const client = await page.context().newCDPSession(page)
  const events: Traced[] = []
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])))
  const ended = new Promise<void>((done) => client.once('Tracing.tracingComplete', () => done()))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
    },
  })
  await doing()
  await client.send('Tracing.end')
  await ended
  await client.detach()

  const byThread = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`)
  const count = (thread: readonly Traced[]) => thread.filter(({ name }) => name === 'EventDispatch').length
  const [thread = []] = [...byThread.values()].toSorted((a, b) => count(b) - count(a))
  const starts = thread.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  const spans = thread
    .flatMap(({ name, ts, dur }) => (work.has(name) && dur !== undefined ? { from: ts, to: ts + dur } : []))
    .toSorted((a, b) => a.from - b.from)
  return starts
    .toSorted((a, b) => a - b)
    .flatMap((from, index, all) => {
      const to = all[index + 1]
      return to === undefined ? [] : busy(spans, from, to) / 1_000
    })
}

type Span = { readonly from: number; readonly to: number }

/** Microseconds of `spans` within a frame, overlaps once. */
function busy(spans: readonly Span[], from: number, to: number): number {
  let reached = from
  let sum = 0
  for (const span of spans) {
    if (span.from >= to) break
    const [start, end] = [Math.max(span.from, reached), Math.min(span.to, to)]
    if (end <= start) continue
    sum += end - start
    reached = end
  }
  return sum
}
