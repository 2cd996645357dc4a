import type { Sample } from '../../../contract/probe.ts'
import type { Finding, Probed, ProbeSnapshot } from './probe.machine.ts'

export const selectIsBusy = (snapshot: ProbeSnapshot) => snapshot.hasTag('busy')
/** What was found last; null before anything was. */
export const selectFinding = (snapshot: ProbeSnapshot): Finding | null => snapshot.context.finding
export const selectProblem = (snapshot: ProbeSnapshot) => snapshot.context.problem
export const selectCanCancel = (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectCanAsk = (probed: Probed) => (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.asked', probed })

/** The newest sample; null before there is one. */
export const selectSample = ({ context: { finding } }: ProbeSnapshot): Sample | null =>
  finding?.kind === 'sample' ? finding.sample : null

/** Whether the form was changed after what is shown was asked. */
export const selectIsOld =
  (probed: Probed) =>
  ({ context }: ProbeSnapshot): boolean =>
    context.finding !== null && JSON.stringify(requestOf(context.probed)) !== JSON.stringify(requestOf(probed))

/** What of a side makes its request: a saved secret is the same one that was typed. */
function requestOf(probed: Probed | null): unknown {
  if (probed === null) return null
  const { auth, ...config } = probed.config
  return { ...probed, config: { ...config, auth: auth?.type } }
}
