import { useSelector } from '@xstate/react'
import { Plus, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styled from 'styled-components'
import { isOfGroup } from '#contract/builder/sample-groups.ts'
import type { GroupActor } from '#src/machines/builder/records/group.machine.ts'
import {
  canAddKey,
  canAddLine,
  faultOfKey,
  faultOfLine,
  type GroupFault,
  groupOf,
  type LineChange,
  type LineRow,
  readsField,
  targetOf,
} from '#src/machines/builder/records/group-form.ts'
import { color, narrow, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { GroupOutcome } from './GroupOutcome.tsx'
import { groupMessages as messages } from './group.messages.ts'
import { Foot, Form, Head, Panel } from './panel-frame.ts'

type GroupPanelProps = {
  readonly actor: GroupActor
  /** Fields of the records, or of the lines they become. */
  readonly fields: readonly string[]
  /** Whether the draft has groups that could be removed. */
  readonly hasGroup: boolean
  /** What the mapping reads now. */
  readonly mapped: readonly string[]
}

/** By which fields records are grouped, and what each group contains; the groups of the sample records beside it. */
export function GroupPanel({ actor, fields, hasGroup, mapped }: GroupPanelProps) {
  const because = useContextOf(actor, 'because')
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') actor.send({ type: 'user.cancelled' })
  }
  return (
    <Panel aria-label={messages.title} onKeyDown={leave}>
      {because === null ? <GroupForm actor={actor} fields={fields} /> : <Impossible because={because} />}
      <Foot>
        {because === null ? <Unmapped actor={actor} mapped={mapped} /> : null}
        <div>
          {hasGroup ? (
            <Button kind="quiet" onPress={() => actor.send({ type: 'user.cleared' })}>
              {messages.clear}
            </Button>
          ) : null}
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
          {because === null ? (
            <Button kind="primary" onPress={() => actor.send({ type: 'user.applied' })}>
              {messages.apply}
            </Button>
          ) : null}
        </div>
      </Foot>
    </Panel>
  )
}

function Impossible({ because }: { readonly because: string }) {
  return (
    <Form>
      <Head>
        <h2>{messages.impossible}</h2>
      </Head>
      <Hint>{because}.</Hint>
    </Form>
  )
}

/** What has to be mapped again, or when groups are sent. */
function Unmapped({ actor, mapped }: Pick<GroupPanelProps, 'actor' | 'mapped'>) {
  const group = groupOf(useContextOf(actor, 'form'))
  const missing = group === null ? 0 : mapped.filter((path) => !isOfGroup(group, path)).length
  return <Hint>{missing === 0 ? messages.sent : messages.unmapped(missing)}</Hint>
}

function GroupForm({ actor, fields }: Pick<GroupPanelProps, 'actor' | 'fields'>) {
  const form = useContextOf(actor, 'form')
  const isChecked = useContextOf(actor, 'isChecked')
  const isFullOfKeys = useSelector(actor, ({ context }) => !canAddKey(context.form))
  const isFullOfLines = useSelector(actor, ({ context }) => !canAddLine(context.form))
  const said = (fault: GroupFault | null) => (isChecked && fault !== null ? messages.faults[fault] : undefined)
  const remove = (id: string, name: string) => (
    <Button kind="quiet" label={messages.remove(name)} onPress={() => actor.send({ type: 'user.removed', id })}>
      <X aria-hidden="true" />
    </Button>
  )
  return (
    <>
      <Form>
        <Head>
          <h2>{messages.title}</h2>
        </Head>
        {form.by.map((row, at) => (
          <Key key={row.id} role="group" aria-label={messages.key(at + 1)}>
            <Field
              label={messages.by}
              value={row.path}
              suggestions={fields}
              spellCheck={false}
              error={said(faultOfKey(form, row))}
              onWrite={(path) => actor.send({ type: 'user.wroteKey', id: row.id, path })}
            />
            {form.by.length > 1 ? remove(row.id, messages.key(at + 1)) : null}
          </Key>
        ))}
        <Adding>
          <Button isBlocked={isFullOfKeys} onPress={() => actor.send({ type: 'user.addedKey' })}>
            <Plus aria-hidden="true" />
            {messages.addKey}
          </Button>
          <Hint>{messages.byHint}</Hint>
        </Adding>
        <h3>{messages.fields}</h3>
        {form.lines.map((row, at) => (
          <GroupLine
            key={row.id}
            row={row}
            name={messages.line(at + 1)}
            fields={fields}
            faults={isChecked ? faultOfLine(form, row) : null}
            onWrite={(change) => actor.send({ type: 'user.wroteLine', id: row.id, change })}
          >
            {remove(row.id, messages.line(at + 1))}
          </GroupLine>
        ))}
        <Adding>
          <Button isBlocked={isFullOfLines} onPress={() => actor.send({ type: 'user.addedLine' })}>
            <Plus aria-hidden="true" />
            {messages.addLine}
          </Button>
        </Adding>
      </Form>
      <GroupOutcome actor={actor} />
    </>
  )
}

type GroupLineProps = {
  readonly row: LineRow
  readonly name: string
  readonly fields: readonly string[]
  /** Null while what is missing is not shown. */
  readonly faults: ReturnType<typeof faultOfLine> | null
  readonly onWrite: (change: LineChange) => void
  readonly children: ReactNode
}

/** One field of a group: what it is, of which field, and its name. */
function GroupLine({ row, name, fields, faults, onWrite, children }: GroupLineProps) {
  const said = (fault: GroupFault | null | undefined) => (fault ? messages.faults[fault] : undefined)
  return (
    <Line role="group" aria-label={name}>
      <Select label={messages.does} options={messages.functions} value={row.does} onChoose={(does) => onWrite({ does })} />
      {readsField(row.does) ? (
        <Field
          label={messages.field}
          value={row.path}
          suggestions={fields}
          spellCheck={false}
          error={said(faults?.path)}
          onWrite={(path) => onWrite({ path })}
        />
      ) : (
        <span />
      )}
      <Field
        label={messages.target}
        value={row.target ?? targetOf(row)}
        spellCheck={false}
        error={said(faults?.target)}
        onWrite={(target) => onWrite({ target })}
      />
      {children}
    </Line>
  )
}

const Key = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  gap: ${space[8]};

  /* Below the label of the box beside it. */
  & > button {
    margin-top: 1.625rem;
  }
`

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 1fr) auto;
  align-items: start;
  gap: ${space[8]};

  & > button {
    margin-top: 1.625rem;
  }

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: ${space[12]};
    border-bottom: 1px solid ${color['border.subtle']};

    & > button {
      margin-top: 0;
      justify-self: end;
    }
  }
`

const Adding = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
