import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'

import { dryRunPages } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import type { DatedDryRun, TrialActor } from '#src/machines/builder/review/trial.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { IdentityHint } from '../../kit/text/IdentityHint.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { ExchangeView } from '../systems/ExchangeView.tsx'
import { Fold } from '../systems/form-parts.tsx'
import { Warnings } from './Faults.tsx'
import { reviewMessages as messages } from './review.messages.ts'
import { DeliveryView, RecordView } from './TrialParts.tsx'
import { TrialTable } from './TrialTable.tsx'
import { namedDestinations, type Tried } from './trial-table.ts'

/** Records and deliveries that are open at first. */
const openAtFirst = 3

type TrialCardProps = {
  readonly actor: TrialActor
  readonly hrefOf: (step: Step) => string
  /** Fields of the destination that no line of the mapping fills. */
  readonly empty?: readonly string[]
  /** Takes the records along as a file. */
  readonly onSave: (records: readonly Tried[]) => void
}

/** A few real records on their way, up to the sending. */
export function TrialCard({ actor, hrefOf, empty = [], onSave }: TrialCardProps) {
  const why = useId()
  const isTrying = useIsBusy(actor)
  const result = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  /** Examples are tried in place of records from the source; without them the source is read. */
  const { examples: given, config } = useContextOf(actor, 'request')
  const examples = given?.length ?? null
  const canTry = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested' }))
  return (
    <Card aria-label={messages.trial} aria-busy={isTrying}>
      <CardTitle>{messages.trial}</CardTitle>
      <Hint>
        {examples === null
          ? messages.trialWhat(config.source.type === 'http' ? dryRunPages : 0, config.enrichment.length > 0)
          : messages.trialExamples(config.enrichment.length > 0)}
      </Hint>
      <Row>
        <Button isBlocked={!canTry} why={why} onPress={() => actor.send({ type: 'user.requested' })}>
          {isTrying ? <Ring /> : null}
          {isTrying ? messages.trying : result === null ? messages.try : messages.tryAgain}
        </Button>
        {isTrying ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button> : null}
      </Row>
      <Hint id={why}>{examples === 0 ? messages.noExamples : null}</Hint>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {result === null ? null : <Shown result={result} config={config} {...{ hrefOf, empty, onSave }} />}
    </Card>
  )
}

type ShownProps = Pick<TrialCardProps, 'hrefOf' | 'empty' | 'onSave'> & {
  readonly result: DatedDryRun
  readonly config: ConnectorConfig
}

function Shown({ result, config, hrefOf, empty = [], onSave }: ShownProps) {
  const { records, deliveries, exchanges, message, problem, warnings = [], identity, requests = 0, madeAt } = result
  const destinations = namedDestinations(config)
  return (
    <>
      <Hint>
        {messages.madeAt} <Moment at={madeAt} />
      </Hint>
      {problem === null ? (
        <p role="status">{requests === 0 ? message : `${message} ${messages.trialSent(requests)}`}</p>
      ) : (
        <ProblemAlert problem={problem} />
      )}
      <Warnings warnings={warnings} mapping={config.dataMapping} hrefOf={hrefOf} />
      <IdentityHint identity={identity} />
      {records.length === 0 ? null : <TrialTable {...{ records, empty, destinations }} onSave={() => onSave(records)} />}
      {records.length + deliveries.length + exchanges.length === 0 ? null : (
        <Fold title={messages.details} isOpen={problem !== null}>
          {records.length === 0 ? null : (
            <>
              <h3>{messages.records}</h3>
              <List aria-label={messages.records}>
                {records.map((record, at) => (
                  <RecordView key={`${at.toString()} ${record.key}`} record={record} isOpen={at < openAtFirst} />
                ))}
              </List>
            </>
          )}
          {deliveries.length === 0 ? null : (
            <>
              <h3>{messages.deliveries}</h3>
              <Hint>{messages.runName}</Hint>
              <List aria-label={messages.deliveries}>
                {deliveries.map((delivery, at) => (
                  <DeliveryView
                    key={`${at.toString()} ${delivery.to}`}
                    delivery={delivery}
                    destination={destinations.find(({ id }) => id === delivery.route)?.name ?? null}
                    number={at + 1}
                    isOpen={at < openAtFirst}
                  />
                ))}
              </List>
            </>
          )}
          {exchanges.length === 0 ? null : (
            <details>
              <summary>{messages.exchanges}</summary>
              <List aria-label={messages.exchanges}>
                {exchanges.map((exchange, at) => (
                  <li key={`${at.toString()} ${exchange.request.url}`}>
                    <ExchangeView exchange={exchange} isLast={at === exchanges.length - 1} />
                  </li>
                ))}
              </List>
            </details>
          )}
        </Fold>
      )}
    </>
  )
}

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
`
