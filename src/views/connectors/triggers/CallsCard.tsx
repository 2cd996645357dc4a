import styled from 'styled-components'
import type { HookCall } from '#contract/connectors/triggers/hook.ts'
import type { HookCallsActor } from '#src/machines/connectors/triggers/hook-calls.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { hookMessages } from './hook.messages.ts'

const messages = hookMessages.calls

/** The newest calls of a webhook, and why each was taken or refused. */
export function CallsCard({ actor }: { readonly actor: HookCallsActor }) {
  const { verdict } = useContextOf(actor, 'request')
  const calls = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canRead = useCan(actor, { type: 'user.requested' })
  return (
    <Card aria-label={messages.title} aria-busy={isBusy}>
      <CardTitle>{messages.title}</CardTitle>
      <Filter>
        <Select<HookCall['verdict'] | 'all'>
          label={messages.filter}
          options={messages.verdicts}
          value={verdict}
          isBlocked={!canRead}
          onChoose={(it) => actor.send({ type: 'user.requested', change: { verdict: it } })}
        />
        <Button isBlocked={!canRead} onPress={() => actor.send({ type: 'user.requested' })}>
          {isBusy ? <Ring /> : null}
          {messages.refresh}
        </Button>
        {isBusy ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button> : null}
      </Filter>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {calls === null ? null : calls.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <List aria-label={messages.title}>
          {calls.map((call) => (
            <li key={call.id}>
              <Moment at={call.at} />
              <Verdict data-is={call.verdict}>{messages.verdicts[call.verdict]}</Verdict>
              <span>{whyOf(call)}</span>
              <small>{messages.facts(number(call.bytes), call.network)}</small>
            </li>
          ))}
        </List>
      )}
      <Hint>{messages.kept}</Hint>
    </Card>
  )
}

const minute = 60

function whyOf({ verdict, why, seconds, eventId }: HookCall): string {
  if (why === null && verdict === 'accepted' && eventId === null) return messages.sample
  if (why === null) return eventId === null ? '' : messages.event(eventId)
  return refusalText({ why, seconds })
}

type Refusal = { readonly why: NonNullable<HookCall['why']>; readonly seconds: number | null }

/** Why a call was refused, with how far its time was off. */
export function refusalText({ why, seconds }: Refusal): string {
  const reason = messages.whys[why]
  if (seconds === null) return reason
  const size = Math.abs(seconds)
  const span = size < minute ? messages.seconds(size) : messages.minutes(Math.round(size / minute))
  return `${reason} ${seconds < 0 ? messages.ahead(span) : messages.old(span)}`
}

const Filter = styled(Row)`
  align-items: end;
`

const List = styled.ul`
  display: grid;
  gap: 0;
  max-height: 24rem;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;

  & > li {
    display: grid;
    grid-template-columns: minmax(6rem, auto) minmax(5rem, auto) minmax(0, 1fr);
    gap: 0 ${space[12]};
    padding: ${space[8]} 0;
    border-top: 1px solid ${color['border.default']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }

  & > li > small {
    grid-column: 3;
    color: ${color['text.muted']};
  }
`

const Verdict = styled.strong`
  font: ${font.strong};

  &[data-is='refused'] {
    color: ${color['danger.text']};
  }
`
