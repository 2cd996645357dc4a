import type { Sample } from '#contract/builder/probe.ts'
import { addressOf } from '#contract/connectors/config/address.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Finding, Probed, ProbeSnapshot } from './probe.machine.ts'
import { requestText } from './side-config.ts'

export const selectIsBusy = (snapshot: ProbeSnapshot) => snapshot.hasTag('busy')
/** What was found last; null before anything was. */
export const selectFinding = (snapshot: ProbeSnapshot): Finding | null => snapshot.context.finding
/** Why nothing could be asked; null as soon as the form would ask for something else. */
export const selectProblem =
  ({ config }: Probed) =>
  ({ context: { problem, probed } }: ProbeSnapshot): Problem | null =>
    problem !== null && probed !== null && requestText(probed.config) === requestText(config) ? problem : null
export const selectCanCancel = (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectCanAsk = (probed: Probed) => (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.requested', probed })

/** The newest sample; null before there is one. */
export const selectSample = ({ context: { finding } }: ProbeSnapshot): Sample | null =>
  finding?.kind === 'sample' ? finding.sample : null

/** Whether what is shown answers another request than the form would make now. */
export const selectIsOld =
  ({ config }: Probed) =>
  ({ context: { found } }: ProbeSnapshot): boolean =>
    found !== null && requestText(found.config) !== requestText(config)

/** Where what is shown was asked; null where nothing was found. */
export const selectFoundAt = ({ context: { found } }: ProbeSnapshot): string | null =>
  found === null ? null : (addressOf(found.config) ?? null)
