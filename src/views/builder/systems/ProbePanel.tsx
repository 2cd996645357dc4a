import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'

import type { Problem } from '#contract/kit/problem.ts'
import type { Finding, ProbeActor, Probed } from '#src/machines/builder/systems/probe.machine.ts'
import {
  selectCanAsk,
  selectCanCancel,
  selectFinding,
  selectFoundAt,
  selectIsBusy,
  selectIsOld,
  selectProblem,
} from '#src/machines/builder/systems/probe.selectors.ts'
import { faultsOf } from '#src/machines/builder/systems/side-rules.ts'
import { font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { ExchangeView } from './ExchangeView.tsx'
import { sideMessages } from './side.messages.ts'

const messages = sideMessages.probe

type ProbePanelProps = {
  readonly actor: ProbeActor
  /** The side as it stands in the form now. */
  readonly probed: Probed
}

/** Tries a side out: what was really asked, what the other side said first, and what we make of it. */
export function ProbePanel({ actor, probed }: ProbePanelProps) {
  const id = useId()
  const isBusy = useSelector(actor, selectIsBusy)
  const canAsk = useSelector(actor, selectCanAsk(probed))
  const canCancel = useSelector(actor, selectCanCancel)
  const finding = useSelector(actor, selectFinding)
  const problem = useSelector(actor, selectProblem(probed))
  const foundAt = useSelector(actor, selectFoundAt)
  const isOld = useSelector(actor, selectIsOld(probed))
  return (
    <Frame aria-label={messages.title} aria-busy={isBusy}>
      <Title>{messages.title}</Title>
      <Hint>{messages.what[probed.side]}</Hint>
      <Row>
        <Button kind="primary" isBlocked={!canAsk} why={id} onPress={() => actor.send({ type: 'user.requested', probed })}>
          {isBusy ? <Ring /> : null}
          {isBusy ? messages.again : messages.send[probed.side]}
        </Button>
        {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
      </Row>
      <Hint id={id}>{isBusy || canAsk ? null : missing(probed)}</Hint>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {finding !== null && isOld && !isBusy ? <Hint role="status">{messages.old(foundAt ?? '')}</Hint> : null}
      {finding === null ? null : <Found finding={finding} isOld={isOld} />}
    </Frame>
  )
}

type Place = keyof typeof sideMessages.places

function missing({ side, config }: Probed): string {
  const places = Object.keys(faultsOf(side, config)).map((path) => sideMessages.places[path.split('/')[1] as Place])
  return sideMessages.missing([...new Set(places)])
}

/** First what the other side said, then what we make of it. */
function Found({ finding, isOld }: { readonly finding: Finding; readonly isOld: boolean }) {
  const { exchanges, problem } = finding.kind === 'sample' ? finding.sample : finding.test
  return (
    <>
      {exchanges.length === 0 ? null : (
        <Exchanges aria-label={messages.exchanges}>
          {exchanges.map((exchange, at) => (
            <li key={`${exchange.request.method} ${at.toString()}`}>
              <ExchangeView exchange={exchange} isLast={at === exchanges.length - 1} />
            </li>
          ))}
        </Exchanges>
      )}
      {/* Without a request that it stands below, a problem would be taken for one of the address in the form. */}
      {problem === null || (isOld && exchanges.length === 0) ? null : (
        <ProblemAlert problem={exchanges.length === 0 ? problem : withoutAnswer(problem)} />
      )}
      {finding.kind === 'test' ? (
        <p role="status">
          <strong>{messages.verdicts[finding.test.verdict]}.</strong> {finding.test.message}
        </p>
      ) : (
        <p role="status">
          {finding.sample.records === null || finding.sample.records.count === 0
            ? `${messages.noRecords} ${messages.kept}`
            : messages.found(finding.sample.records.count)}
          {finding.sample.note === undefined ? null : ` ${finding.sample.note}`}
        </p>
      )}
    </>
  )
}

/** It stands above, with its request. */
function withoutAnswer({ answer: _, ...rest }: Problem): Problem {
  return rest
}

const Frame = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h2`
  font: ${font.section};
`

const Exchanges = styled.ul`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
`
