import { useSelector } from '@xstate/react'
import { Check, Minus, TriangleAlert } from 'lucide-react'
import styled from 'styled-components'
import { type FilterActor, selectTried, type TriedRecord } from '#src/machines/builder/records/filter.machine.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { recordsMessages as messages } from './records.messages.ts'

const icons = { goes: Check, leftOut: Minus, failed: TriangleAlert } as const satisfies Record<
  TriedRecord['outcome'],
  typeof Check
>

/** Which sample records would go, and why the others would not. */
export function FilterOutcome({ actor }: { readonly actor: FilterActor }) {
  const tried = useSelector(actor, selectTried)
  const hasExamples = useSelector(actor, ({ context }) => context.examples.length > 0)
  const isUntried = useMatches(actor, { open: 'untried' })
  const hasFailed = useMatches(actor, { open: 'failed' })
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <Frame aria-label={messages.samples} aria-busy={isBusy}>
      {hasFailed ? (
        <RetryAlert problem={problem} canRetry onRetry={() => actor.send({ type: 'user.retried' })} />
      ) : isUntried ? (
        <Hint>{hasExamples ? messages.nothingYet : messages.noSamples}</Hint>
      ) : tried === null ? (
        <Spinner label={messages.trying} />
      ) : (
        <Tried records={tried} />
      )}
    </Frame>
  )
}

function Tried({ records }: { readonly records: readonly TriedRecord[] }) {
  const of = (outcome: TriedRecord['outcome']) => records.filter((it) => it.outcome === outcome).length
  const failed = of('failed')
  return (
    <>
      <h2 aria-live="polite">
        {messages.would(number(of('goes')), number(records.length), number(of('leftOut')))}
        {failed === 0 ? null : `, ${messages.failed(failed)}`}
      </h2>
      <ul>
        {records.map(({ name, outcome, reason }) => {
          const Icon = icons[outcome]
          return (
            <li key={name} data-outcome={outcome}>
              <Icon aria-hidden="true" />
              <span>{name}</span>
              <em title={reason ?? undefined}>{reason ?? messages.goes}</em>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[16]};
  border-left: 1px solid ${color['border.subtle']};
  background: ${color['bg.sunken']};

  ${narrow} {
    border-top: 1px solid ${color['border.subtle']};
    border-left: 0;
  }

  & h2 {
    font: ${font.section};
  }

  & ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-height: 20rem;
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  & li {
    display: grid;
    grid-template-columns: auto minmax(4rem, 1fr) minmax(0, auto);
    align-items: center;
    gap: ${space[8]};
    padding: ${space[4]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }

  & li > em {
    color: ${color['text.muted']};
    font-style: normal;
    text-align: right;
  }

  & li[data-outcome='leftOut'] > em {
    color: ${color['warning.text']};
  }

  & li[data-outcome='failed'] > em {
    color: ${color['danger.text']};
  }

  & svg {
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
  }
`
