import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { type ReplaySource, type ReplayTimeframe, replaySources, replayTimeframes } from '#contract/studio/replay.ts'
import type { ReplayFormActor } from '#src/machines/studio/replay/replay-form.machine.ts'
import { selectFaults } from '#src/machines/studio/replay/replay-form.machine.ts'
import type { ReplayChosen } from '#src/machines/studio/retry/retry.machine.ts'
import { Pair } from '../../builder/systems/form-parts.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { shortId } from '../../kit/text/ShortId.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { replayMessages } from './replay.messages.ts'

type OfForm = { readonly actor: ReplayFormActor }

const messages = replayMessages.form
const pickIn = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  Object.fromEntries([['', messages.nothing], ...values.map((it) => [it, names[it]])]) as Record<Value | '', string>
const sourceOptions = pickIn<ReplaySource>(replaySources, messages.sources)
const timeframeOptions = pickIn<ReplayTimeframe>(replayTimeframes, messages.timeframes)

/** Which records, how many, and how fast; of what was chosen elsewhere only how fast. */
export function ReplayFields({ actor }: OfForm) {
  const written = useContextOf(actor, 'written')
  const chosen = useContextOf(actor, 'chosen')
  const faults = useSelector(actor, selectFaults)
  const { source, timeframe, count, delay, records } = written
  const delayFault = faults.delay === 'missing' || faults.delay === 'range' ? messages.faults.delay[faults.delay] : undefined
  const delayField = (
    <Field
      label={messages.delay}
      inputMode="numeric"
      hint={messages.delayHint}
      value={delay}
      error={delayFault}
      onWrite={(text) => actor.send({ type: 'user.wrote', field: 'delay', text })}
    />
  )
  if (chosen !== null)
    return (
      <>
        <Row>
          <p>
            <Chosen chosen={chosen} />
          </p>
          <Button onPress={() => actor.send({ type: 'user.unchose' })}>{messages.chosen.drop}</Button>
        </Row>
        <Alone>{delayField}</Alone>
      </>
    )
  return (
    <>
      <Pair>
        <Select
          label={messages.source}
          options={sourceOptions}
          value={source}
          error={faults.source && messages.faults.source}
          onChoose={(it) => actor.send({ type: 'user.chose', choice: { source: it } })}
        />
        <Select
          label={messages.timeframe}
          options={timeframeOptions}
          value={timeframe}
          error={faults.timeframe && messages.faults.timeframe}
          onChoose={(it) => actor.send({ type: 'user.chose', choice: { timeframe: it } })}
        />
        <Field
          label={messages.count}
          inputMode="numeric"
          hint={messages.countHint[source]}
          value={count}
          error={faults.count === 'missing' || faults.count === 'range' ? messages.faults.count[faults.count] : undefined}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'count', text })}
        />
        {delayField}
      </Pair>
      {source === 'custom' ? (
        <TextArea
          label={messages.records}
          rows={8}
          isCode
          hint={messages.recordsHint}
          value={records}
          error={faults.records && recordsFaults[faults.records]}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'records', text })}
        />
      ) : null}
      <Example actor={actor} />
    </>
  )
}

const recordsFaults: Readonly<Record<string, string>> = messages.faults.records

function Chosen({ chosen }: { readonly chosen: ReplayChosen }) {
  if ('transactionIds' in chosen) return messages.chosen.transactions(chosen.transactionIds.length)
  if ('runId' in chosen) {
    const { runId, destination } = chosen
    const of = destination === undefined ? messages.chosen.run : messages.chosen.runTo
    return <Sentence of={of} parts={{ run: <code>{shortId(runId)}</code> }} />
  }
  const { from, to } = chosen
  const of = 'problem' in chosen ? messages.chosen.problem : messages.chosen.allFailed
  if (from === null || to === null) return 'problem' in chosen ? messages.chosen.always : messages.chosen.allEver
  return <Sentence of={of} parts={{ from: <Moment at={from} />, to: <Moment at={to} /> }} />
}

const newest = 'newest'

/** Of the source "sample": which one, where the connector keeps some. */
function Example({ actor }: OfForm) {
  const { example } = useContextOf(actor, 'written')
  const examples = useContextOf(actor, 'examples')
  const canChoose = useCan(actor, { type: 'user.choseExample', at: null })
  if (!canChoose) return null
  const options = Object.fromEntries([
    [newest, messages.newest],
    ...examples.map((_, at) => [`example ${at}`, messages.exampleOf(number(at + 1))]),
  ])
  return (
    <>
      <Select
        label={messages.example}
        options={options}
        value={example === null ? newest : `example ${example}`}
        onChoose={(it) => actor.send({ type: 'user.choseExample', at: it === newest ? null : Number(it.split(' ')[1]) })}
      />
      {example === null ? null : (
        <CodeRegion label={messages.exampleText} text={JSON.stringify(examples[example], null, 2)} isTall />
      )}
    </>
  )
}

const Alone = styled.div`
  max-width: 17.5rem;
`
