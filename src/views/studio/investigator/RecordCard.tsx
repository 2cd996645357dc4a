import { useSelector } from '@xstate/react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import styled from 'styled-components'
import type { ShownPayload } from '#contract/connectors/runs/shown-payload.ts'
import {
  type Investigated,
  type InvestigatedActor,
  type PayloadView,
  payloadViews,
  selectInvestigated,
  selectIsWayOpen,
  selectProblem,
  selectText,
  selectView,
} from '#src/machines/studio/investigator/investigated.machine.ts'
import { space } from '#src/theme/theme.ts'
import { errorSentence } from '../../connectors/runs/error-sentence.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import { useCan, useIsBusy } from '../../kit/use-snapshot.ts'
import { investigatorMessages } from './investigator.messages.ts'
import { RecordEnds } from './RecordEnds.tsx'
import { type Places, RecordWay } from './RecordWay.tsx'

const { card: messages } = investigatorMessages

/** What draws JSON, and a difference of two texts; both are loaded when they are needed. */
type Drawn = {
  readonly json: ComponentType<{ readonly label: string; readonly text: string }>
  readonly difference: ComponentType<{ readonly label: string; readonly before: string; readonly after: string }>
}

type RecordCardProps = Drawn & {
  readonly actor: InvestigatedActor
  readonly recordKey: string
  readonly places: Places
  /** Stands beside what can be done with the payload. */
  readonly tools?: ReactNode
}

/** The payload of one transaction, as it was delivered, as it was read, or what lies between; and its whole way. */
export function RecordCard({ actor, recordKey, places, tools, json, difference }: RecordCardProps) {
  const investigated = useSelector(actor, selectInvestigated)
  const view = useSelector(actor, selectView)
  const text = useSelector(actor, selectText)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useIsBusy(actor)
  const isWayOpen = useSelector(actor, selectIsWayOpen)
  const canCopy = useCan(actor, { type: 'user.copied' })
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Card aria-label={messages.name(recordKey)} aria-busy={isBusy}>
      <Tools>
        {investigated === null ? null : (
          <>
            <Views role="group" aria-label={messages.view}>
              {payloadViews.map((at) => (
                <Button key={at} kind="quiet" isPressed={view === at} onPress={() => actor.send({ type: 'user.looked', at })}>
                  {messages.views[at]}
                </Button>
              ))}
            </Views>
            <Button isPressed={isWayOpen} onPress={() => actor.send({ type: 'user.turnedWay' })}>
              {messages.way}
            </Button>
            <Button isBlocked={!canCopy} onPress={() => actor.send({ type: 'user.copied' })}>
              {messages.copy}
            </Button>
          </>
        )}
        {tools}
      </Tools>
      {isBusy ? <Spinner label={messages.reading} /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {investigated === null ? null : (
        <>
          {isWayOpen || investigated.record.transaction.error === null ? null : (
            <Banner tone="danger" fact={errorSentence(investigated.record.transaction)} />
          )}
          <RecordEnds transaction={investigated.record.transaction} madeOf={investigated.record.madeOf} />
          {isWayOpen ? <RecordWay investigated={investigated} places={places} /> : null}
          <Payload {...{ investigated, view, text, json, difference }} />
        </>
      )}
    </Card>
  )
}

type PayloadProps = Drawn & { readonly investigated: Investigated; readonly view: PayloadView; readonly text: string | null }

function Payload({ investigated: { record }, view, text, json: Json, difference: Difference }: PayloadProps) {
  const { asRead, asDelivered } = record
  if (text === null) return <p>{missing(view, view === 'read' ? asRead : asDelivered)}</p>
  return (
    <Suspense fallback={<Spinner label={messages.reading} />}>
      {view === 'difference' && asRead !== null && 'text' in asRead ? (
        <Difference label={messages.difference} before={asRead.text} after={text} />
      ) : (
        <Json label={messages.views[view]} text={text} />
      )}
    </Suspense>
  )
}

function missing(view: PayloadView, payload: ShownPayload | null): string {
  if (view === 'difference') return messages.noDifference
  const side = view === 'read' ? 'read' : 'delivered'
  if (payload !== null && 'bytes' in payload) return messages.tooLarge[side](bytes(payload.bytes))
  return side === 'read' ? messages.notKept : messages.neverMade
}

const Card = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`

const Views = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin-right: auto;
`
