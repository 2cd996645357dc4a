import type { Sample } from '#contract/builder/probe.ts'
import { addressOf } from '#contract/connectors/config/address.ts'
import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Finding, Probed, ProbeSnapshot } from './probe.machine.ts'
import { requestText } from './side-config.ts'

/** What is made of an answer, and how its next pages are asked for, is another matter than the request for it. */
function probedText({ config, side }: Probed): string {
  if (side !== 'source') return requestText(config)
  const { isList: _, listPath: __, listConfig: ___, keyFields: ____, noKey: _____, ...request } = config
  const { keyColumns: ______, ...database } = request.databaseConfig ?? {}
  return requestText('databaseConfig' in request ? { ...request, databaseConfig: database as DatabaseConfig } : request)
}

export const selectIsBusy = (snapshot: ProbeSnapshot) => snapshot.hasTag('busy')
/** What was found last; null before anything was. */
export const selectFinding = (snapshot: ProbeSnapshot): Finding | null => snapshot.context.finding
/** Why nothing could be asked; null as soon as the form would ask for something else. */
export const selectProblem =
  (now: Probed) =>
  ({ context: { problem, probed } }: ProbeSnapshot): Problem | null =>
    problem !== null && probed !== null && probedText(probed) === probedText(now) ? problem : null
export const selectCanCancel = (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectCanAsk = (probed: Probed) => (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.requested', probed })

/** The newest sample; null before there is one. */
export const selectSample = ({ context: { finding } }: ProbeSnapshot): Sample | null =>
  finding?.kind === 'sample' ? finding.sample : null

/** Whether what is shown answers another request than the form would make now. */
export const selectIsOld =
  (now: Probed) =>
  ({ context: { found } }: ProbeSnapshot): boolean =>
    found !== null && probedText(found) !== probedText(now)

/** Where what is shown was asked; null where nothing was found. */
export const selectFoundAt = ({ context: { found } }: ProbeSnapshot): string | null =>
  found === null ? null : (addressOf(found.config) ?? null)
