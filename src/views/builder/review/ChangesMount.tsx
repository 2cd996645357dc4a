import { useSelector } from '@xstate/react'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { selectPage, selectProblem } from '#src/machines/kit/list.machine.ts'
import { liveVersionMachine } from '#src/services/builder/review.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Card, CardTitle, Hint, Listed } from '../../kit/layout/blocks.ts'
import { useCan, useIsBusy } from '../../kit/use-snapshot.ts'
import { changeTexts } from './changes-text.ts'
import { reviewMessages as messages } from './review.messages.ts'

type ChangesMountProps = {
  readonly connectorId: string
  readonly version: number
  readonly config: ConnectorConfig
}

/** Changes that are shown one by one. */
const shownChanges = 12

/** What a deployment would change of the live version. Loaded only where there is one. */
export function ChangesMount({ connectorId, version, config }: ChangesMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveVersionMachine(access), [access], { query: { connectorId } })
  const isBusy = useIsBusy(actor)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const [live] = useSelector(actor, (snapshot) => selectPage<ConnectorDetails>(snapshot))?.items ?? []
  const changes = live === undefined ? [] : changeTexts(live, config)
  const title = messages.changes(live?.liveVersion ?? version)
  return (
    <Card aria-label={title} aria-busy={isBusy}>
      <CardTitle>{title}</CardTitle>
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {isBusy ? <Hint role="status">{messages.changesReading}</Hint> : null}
      {live !== undefined && changes.length === 0 ? <Hint>{messages.noChanges}</Hint> : null}
      {changes.length === 0 ? null : (
        <Listed>
          {changes.slice(0, shownChanges).map((change) => (
            <li key={change}>{change}</li>
          ))}
          {changes.length > shownChanges ? <li>{messages.changesOf.more(changes.length - shownChanges)}</li> : null}
        </Listed>
      )}
    </Card>
  )
}
