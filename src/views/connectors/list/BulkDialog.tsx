import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { BulkAction, BulkOutcome } from '#contract/connectors/list/connector-bulk.ts'
import type { BulkMoveActor } from '#src/machines/connectors/list/bulk-move.machine.ts'
import { type BulkMoveStage, selectChosen } from '#src/machines/connectors/list/bulk-move.selectors.ts'
import type { Chosen } from '#src/machines/connectors/list/chosen.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { bulkMoveMessages as messages } from './bulk-move.messages.ts'

type Stage = Exclude<BulkMoveStage, 'choosing' | 'gathering'>

/** What a move leads from and to. */
const ways: Readonly<Record<BulkAction, { readonly from: ConnectorState; readonly to: ConnectorState }>> = {
  pause: { from: 'Active', to: 'Pause' },
  resume: { from: 'Pause', to: 'Active' },
}

/** Says how many are moved and asks once; then what is under way, and what became of each. */
export function BulkDialog({ actor, stage }: { readonly actor: BulkMoveActor; readonly stage: Stage }) {
  const chosen = useSelector(actor, selectChosen)
  const action = useContextOf(actor, 'action')
  const problem = useContextOf(actor, 'problem')
  if (action === null) return null
  const leave = () => actor.send({ type: stage === 'asking' ? 'user.cancelled' : 'user.closed' })
  const close = <Button onPress={leave}>{stage === 'asking' ? messages.cancel : messages.close}</Button>

  return (
    <Dialog title={messages.title[action](chosen.length)} onLeave={leave}>
      {stage === 'asking' ? (
        <>
          <Expected action={action} chosen={chosen} />
          <Row>
            {close}
            <Button kind="primary" onPress={() => actor.send({ type: 'user.confirmed' })}>
              {messages.confirm[action](chosen.length)}
            </Button>
          </Row>
        </>
      ) : null}
      {stage === 'moving' ? (
        <>
          <Spinner label={messages.moving[action](chosen.length)} />
          <p>{messages.goesOn}</p>
          <Row>{close}</Row>
        </>
      ) : null}
      {stage === 'failed' && problem !== null ? (
        <>
          <ProblemAlert problem={problem} />
          <p>{messages.maybe}</p>
          <Row>
            {close}
            <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button>
          </Row>
        </>
      ) : null}
      {stage === 'told' ? (
        <>
          <BulkResult actor={actor} action={action} chosen={chosen} />
          <Row>{close}</Row>
        </>
      ) : null}
    </Dialog>
  )
}

type Of = { readonly action: BulkAction; readonly chosen: readonly Chosen[] }

/** What is going to happen, as far as the list knows. */
function Expected({ action, chosen }: Of) {
  const { from, to } = ways[action]
  const fit = chosen.filter(({ status }) => status === from).length
  const same = chosen.filter(({ status }) => status === to).length
  const unfit = chosen.length - fit - same
  return (
    <>
      <ul>
        <li>{messages.fit[action](fit)}</li>
        {same === 0 ? null : <li>{messages.same[action](same)}</li>}
        {unfit === 0 ? null : <li>{messages.unfit[action](unfit)}</li>}
      </ul>
      <p>{messages.effect[action]}</p>
      <p>{messages.asListed}</p>
    </>
  )
}

/** What became of them, and of each that was refused why. */
function BulkResult({ actor, action, chosen }: Of & { readonly actor: BulkMoveActor }) {
  const results = useContextOf(actor, 'results')
  const names = new Map(chosen.map(({ id, name }) => [id, name]))
  const of = (outcome: BulkOutcome['outcome']) => results.filter((it) => it.outcome === outcome)
  const refused = of('refused')
  return (
    <div role="status">
      <p>{messages.told[action](of('done').length)}</p>
      {of('unchanged').length === 0 ? null : <p>{messages.unchanged[action](of('unchanged').length)}</p>}
      {refused.length === 0 ? null : (
        <>
          <p>{messages.refused(refused.length)}</p>
          <ul>
            {refused.map(({ id, problem }) => (
              <li key={id}>{messages.refusal(names.get(id) ?? id, problem?.message ?? '')}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`
