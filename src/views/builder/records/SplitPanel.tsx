import type { KeyboardEvent } from 'react'
import { itemKeys, listsToSplit } from '#contract/builder/sample-lines.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { RecordsSampleActor } from '#src/machines/builder/records/records-sample.machine.ts'
import { faultOfSplit, type SplitActor, type SplitForm } from '#src/machines/builder/records/split.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { Foot, Form, Head, Panel } from './panel-frame.ts'
import { splitMessages as messages } from './records.messages.ts'
import { SplitOutcome } from './SplitOutcome.tsx'

type SplitPanelProps = {
  readonly actor: SplitActor
  readonly sample: RecordsSampleActor
  /** Fields of the whole records. */
  readonly fields: readonly ShapeField[]
  /** Whether the draft has a split that could be removed. */
  readonly hasSplit: boolean
}

/** Which list becomes lines and what names them, and the lines of the sample records beside it. */
export function SplitPanel({ actor, sample, fields, hasSplit }: SplitPanelProps) {
  const form = useContextOf(actor, 'form')
  const isChecked = useContextOf(actor, 'isChecked')
  const fault = isChecked ? faultOfSplit(form) : null
  const lists = listsToSplit(fields)
  const write = (change: Partial<SplitForm>) => actor.send({ type: 'user.wrote', change })
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') actor.send({ type: 'user.cancelled' })
  }
  const list = { label: messages.list, value: form.path, error: fault === null ? undefined : messages.faults[fault] }
  return (
    <Panel aria-label={messages.title} onKeyDown={leave}>
      <Form>
        <Head>
          <h2>{messages.title}</h2>
        </Head>
        {lists.length === 0 ? (
          <Field {...list} hint={messages.listHint} spellCheck={false} onWrite={(path) => write({ path })} />
        ) : (
          <Select {...list} options={optionsOf(lists, form.path)} onChoose={(path) => write({ path })} />
        )}
        <Select
          label={messages.key}
          options={{ '': messages.byNumber, ...optionsOf(itemKeys(fields, form.path), form.key) }}
          value={form.key}
          hint={form.key === '' ? messages.byNumberHint : messages.keyHint}
          onChoose={(key) => write({ key })}
        />
        <Select label={messages.empty} options={messages.emptyOf} value={form.empty} onChoose={(empty) => write({ empty })} />
        <Select label={messages.keep} options={messages.keepOf} value={form.keep} onChoose={(keep) => write({ keep })} />
      </Form>
      <SplitOutcome sample={sample} form={form} />
      <Foot>
        <Hint>{messages.counts}</Hint>
        <div>
          {hasSplit ? (
            <Button kind="quiet" onPress={() => actor.send({ type: 'user.cleared' })}>
              {messages.clear}
            </Button>
          ) : null}
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
          <Button kind="primary" onPress={() => actor.send({ type: 'user.applied' })}>
            {messages.apply}
          </Button>
        </div>
      </Foot>
    </Panel>
  )
}

/** What is written stays to be chosen, whether the sample has it or not. */
const optionsOf = (known: readonly string[], written: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new Set([...(written === '' ? [] : [written]), ...known])].map((path) => [path, path]))
