import { useSelector } from '@xstate/react'
import { Check, Minus, TriangleAlert } from 'lucide-react'
import styled from 'styled-components'
import {
  type FilterActor,
  fieldsAt,
  type Shown,
  selectTried,
  type TriedRecord,
} from '#src/machines/builder/records/filter.machine.ts'
import { filterOf } from '#src/machines/builder/records/filter-form.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { StackBar } from '../../kit/charts/StackBar.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { Outcome } from './panel-frame.ts'
import { recordsMessages as messages } from './records.messages.ts'

const icons = { goes: Check, leftOut: Minus, failed: TriangleAlert } as const satisfies Record<
  TriedRecord['outcome'],
  typeof Check
>

/** What is said of records that meet the conditions and of the others, which a destination's rule does not leave out. */
export type OutcomeTexts = Pick<typeof messages, 'goes' | 'would' | 'shown' | 'reasons'>

type FilterOutcomeProps = { readonly actor: FilterActor; readonly words?: OutcomeTexts }

/** Which sample records would go, and why the others would not. */
export function FilterOutcome({ actor, words = messages }: FilterOutcomeProps) {
  const tried = useSelector(actor, selectTried)
  const hasExamples = useSelector(actor, ({ context }) => context.examples.length > 0)
  const isUntried = useMatches(actor, { open: 'untried' })
  const hasFailed = useSelector(actor, (it) => it.matches({ open: 'failed' }) || it.matches({ open: 'unread' }))
  const isReading = useMatches(actor, { open: 'reading' })
  const problem = useContextOf(actor, 'problem')
  const canAsk = useSelector(actor, (it) => it.can({ type: 'user.askedMore' }))
  const isBusy = useIsBusy(actor)
  return (
    <Frame aria-label={messages.samples} aria-busy={isBusy}>
      {hasFailed ? (
        <RetryAlert problem={problem} canRetry onRetry={() => actor.send({ type: 'user.retried' })} />
      ) : isUntried ? (
        <Hint>{hasExamples ? messages.nothingYet : messages.noSamples}</Hint>
      ) : tried === null ? (
        <Spinner label={isReading ? messages.reading : messages.trying} />
      ) : (
        <Tried actor={actor} records={tried} words={words} />
      )}
      {canAsk ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.askedMore' })}>
          {messages.more}
        </Button>
      ) : null}
    </Frame>
  )
}

type TriedProps = Required<FilterOutcomeProps> & { readonly records: readonly TriedRecord[] }

function Tried({ actor, records, words }: TriedProps) {
  const shown = useContextOf(actor, 'shown')
  const form = useContextOf(actor, 'form')
  const of = (outcome: TriedRecord['outcome']) => records.filter((it) => it.outcome === outcome).length
  const [goes, leftOut, failed] = [of('goes'), of('leftOut'), of('failed')]
  const filter = filterOf(form)
  const places = [...new Set(records.map(({ place }) => place))].filter((it) => it !== null)
  const outcomes = (['goes', 'leftOut', 'failed'] as const).map((it) => ({ value: it, name: words.shown[it], count: of(it) }))
  const conditions = places.map((place) => ({
    value: place,
    name: filter === null ? place : fieldsAt(filter, place).join(', '),
    count: records.filter((it) => it.place === place).length,
  }))
  const all: Choice = { value: 'all', name: words.shown.all, count: records.length }
  const options: Choice[] = [all, ...outcomes.filter(({ count }) => count > 0), ...(places.length > 1 ? conditions : [])]
  const listed = records.filter((it) => shown === 'all' || it.outcome === shown || it.place === shown)
  const title = `${words.would(number(goes), number(records.length), number(leftOut))}${failed === 0 ? '' : `, ${messages.failed(failed)}`}`
  return (
    <>
      <h2 aria-live="polite">{title}</h2>
      <StackBar
        parts={[
          { id: 'goes', count: goes, word: words.shown.goes, color: 'brand.solid' },
          { id: 'leftOut', count: leftOut, word: words.shown.leftOut, color: 'border.default' },
          { id: 'failed', count: failed, word: words.shown.failed, color: 'danger.solid' },
        ]}
        label={title}
      />
      <FilterChips
        label={messages.which}
        options={options}
        value={shown}
        onChoose={(chosen) => actor.send({ type: 'user.choseShown', shown: chosen })}
      />
      <ul>
        {listed.map(({ name, outcome, reason }) => {
          const Icon = icons[outcome]
          return (
            <li key={name} data-outcome={outcome}>
              <Icon aria-hidden="true" />
              <span>{name}</span>
              <em title={reason ?? undefined}>{reason ?? words.goes}</em>
            </li>
          )
        })}
      </ul>
      {leftOut > 0 && places.length > 1 ? <Hint>{words.reasons}</Hint> : null}
    </>
  )
}

type Choice = { readonly value: Shown; readonly name: string; readonly count: number }

const Frame = styled(Outcome)`
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
