import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'
import { pagingRequests, type Sample } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { SeenList } from '#contract/connectors/config/seen-lists.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { recordsIn } from '#src/machines/builder/lists/meant-list.ts'
import type { Finding, ProbeActor, Probed } from '#src/machines/builder/systems/probe.machine.ts'
import { selectCanAsk, selectFoundAt, selectIsOld, selectProblem } from '#src/machines/builder/systems/probe.machine.ts'
import { faultsOf } from '#src/machines/builder/systems/side-rules.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { bytes } from '../../kit/format/sizes.ts'
import { duration } from '../../kit/format/spans.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { ExchangeView } from './ExchangeView.tsx'
import { Fold } from './form-parts.tsx'
import { sideMessages } from './side.messages.ts'

const messages = sideMessages.probe

/** Requests that follow a test of this source, at most: its paging is proposed and tried while nobody has said whether it is a list. */
const pagingRequestsAfter = ({ type, isList }: Pick<SourceConfig, 'type' | 'isList'>): number =>
  type === 'http' && isList === undefined ? pagingRequests : 0

type ProbePanelProps = {
  readonly actor: ProbeActor
  /** The side as it stands in the form now. */
  readonly probed: Probed
  /** Nobody has said yet whether the items of this list are the records. */
  readonly list?: SeenList | null
  /** What to choose if they are; null where more than one list was found. */
  readonly answer?: string | null
  /** Fields are known from before. */
  readonly hasFields?: boolean
}

/** Tries a side out: what was really asked, what the other side said first, and what we make of it. */
export function ProbePanel({ actor, probed, list = null, answer = null, hasFields = true }: ProbePanelProps) {
  const id = useId()
  const isBusy = useIsBusy(actor)
  const canAsk = useSelector(actor, selectCanAsk(probed))
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const finding = useContextOf(actor, 'finding')
  const problem = useSelector(actor, selectProblem(probed))
  const foundAt = useSelector(actor, selectFoundAt)
  const isOld = useSelector(actor, selectIsOld(probed))
  return (
    <Frame aria-label={messages.title} aria-busy={isBusy}>
      <Head>
        <Title>{messages.title}</Title>
        {finding === null ? null : <Status finding={finding} />}
        <Row>
          {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
          <Button
            kind={finding === null ? 'primary' : 'secondary'}
            isBlocked={!canAsk}
            why={id}
            onPress={() => actor.send({ type: 'user.requested', probed })}
          >
            {isBusy ? <Ring /> : null}
            {isBusy ? messages.again : messages.send[probed.side]}
          </Button>
        </Row>
      </Head>
      <Hint id={id}>{isBusy || canAsk ? null : missing(probed)}</Hint>
      {finding === null ? <Hint>{whatOf(probed)}</Hint> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {finding !== null && isOld && !isBusy ? <Hint role="status">{messages.old(foundAt ?? '')}</Hint> : null}
      {finding === null ? null : <Found {...{ finding, isOld, list, answer, probed, hasFields }} />}
    </Frame>
  )
}

/** Status, size and time of the last response, in one line. */
function Status({ finding }: { readonly finding: Finding }) {
  const exchange = (finding.kind === 'sample' ? finding.sample : finding.test).exchanges.at(-1)
  if (!exchange?.response) return null
  const { status, bytes: size } = exchange.response
  const facts = [status === null ? '' : String(status), size === null ? '' : bytes(size), duration(exchange.duration)]
  return <Facts>{facts.filter((it) => it !== '').join(' · ')}</Facts>
}

/** What the button does to the other system, before it is pressed. */
function whatOf({ side, config }: Probed): string {
  const { what } = messages
  const text = side === 'source' ? what.source[config.type](pagingRequestsAfter(config)) : what[side][config.type]
  return config.auth?.type === 'oauth2ClientCredentials' ? `${text} ${what.token}` : text
}

/** Of systems that do not speak HTTP no request is recorded. */
const sentOf = ({ length }: readonly unknown[]) => (length === 0 ? null : ` ${messages.sent(length)}`)

type Place = keyof typeof sideMessages.places

function missing({ side, config }: Probed): string {
  const places = Object.keys(faultsOf(side, config)).map((path) => sideMessages.places[path.split('/')[1] as Place])
  return sideMessages.missing([...new Set(places)])
}

type FoundProps = {
  readonly finding: Finding
  readonly isOld: boolean
  readonly list: SeenList | null
  readonly answer: string | null
  readonly probed: Probed
  readonly hasFields: boolean
}

/** What we make of the response, and what the other system said word by word: open where something is wrong. */
function Found({ finding, isOld, list, answer, probed, hasFields }: FoundProps) {
  const { exchanges, problem } = finding.kind === 'sample' ? finding.sample : finding.test
  const status = exchanges.at(-1)?.response?.status
  const isRefused = status === 401 || status === 403
  const hasNoAuth = (probed.config.auth?.type ?? 'none') === 'none' && (probed.config.secrets ?? []).length === 0
  return (
    <>
      {/* Without a request that it stands below, a problem would be taken for one of the address in the form. */}
      {problem === null || (isOld && exchanges.length === 0) ? null : (
        <ProblemAlert
          problem={exchanges.length === 0 ? problem : withoutAnswer(problem)}
          advice={isRefused ? (hasNoAuth ? messages.needsAuth : messages.checkAuth) : undefined}
        />
      )}
      {finding.kind === 'test' ? (
        <p role="status">
          <strong>{messages.verdicts[finding.test.verdict]}.</strong> <TextWithTimestamps text={finding.test.message} />
          {sentOf(exchanges)}
        </p>
      ) : (
        <p role="status">
          {foundOf(finding.sample, list, answer, probed, hasFields)}
          {finding.sample.note === undefined ? null : <TextWithTimestamps text={` ${finding.sample.note}`} />}
          {sentOf(exchanges)}
        </p>
      )}
      {exchanges.length === 0 ? null : (
        <Fold key={String(problem !== null)} title={messages.exchanges} isOpen={problem !== null}>
          <Exchanges aria-label={messages.exchanges}>
            {exchanges.map((exchange, at) => (
              <li key={`${exchange.request.method} ${at.toString()}`}>
                <ExchangeView exchange={exchange} isLast={at === exchanges.length - 1} />
              </li>
            ))}
          </Exchanges>
        </Fold>
      )}
    </>
  )
}

function foundOf(
  sample: Sample,
  list: SeenList | null,
  answer: string | null,
  { side, config }: Probed,
  hasFields: boolean,
): string {
  // What is known of the list may be of an answer before this one.
  const isRead = sample.problem === null && sample.lists.length > 0
  if (isRead && list !== null && list.count !== null && list.count > 0)
    return answer === null ? messages.foundLists : messages.foundList(number(list.count), answer)
  const count = (side === 'source' && isRead ? recordsIn(sample, config) : null) ?? sample.records?.count ?? 0
  if (count > 0) return messages.found(count)
  return hasFields ? `${messages.noRecords} ${messages.kept}` : messages.noRecords
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

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};

  & > :last-child {
    margin-left: auto;
  }
`

const Title = styled.h2`
  font: ${font.section};
`

const Facts = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Exchanges = styled.ul`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
`
