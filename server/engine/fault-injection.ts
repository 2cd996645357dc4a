/** Points at which a test lets the process die, to prove that nothing is lost there (`faults.md` F1). */
import { writeSync } from 'node:fs'

export type CrashPoint =
  | 'after-fetch'
  | 'after-outbox-commit'
  | 'before-send'
  | 'mid-send'
  | 'after-send'
  | 'after-answer'
  | 'after-settle'
  | 'after-token-answer'

export type Crash = (point: CrashPoint) => void

/** Milliseconds that a request is given to reach the other side before the process dies "after it was sent". */
const travel = 20

/** `spec` is `<point>#<n>`: the n-th time that this point is passed, the process kills itself. Null never does. */
export function crashAt(spec: string | null): Crash {
  if (spec === null) return () => {}
  const [wanted, count = '1'] = spec.split('#')
  let left = Number(count)
  const die = () => {
    writeSync(2, `crashed at ${spec}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
  return (point) => {
    if (point !== wanted) return
    left -= 1
    if (left > 0) return
    if (point === 'after-send') setTimeout(die, travel)
    else die()
  }
}
