import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { RecordChoiceActor } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { selectChosen } from '#src/machines/connectors/runs/record-choice.machine.ts'
import type { RecordFileActor } from '#src/machines/connectors/runs/record-file.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Tick } from '../../kit/controls/tick.ts'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { MarkedSpaces } from '../../kit/text/MarkedSpaces.tsx'
import { RecordLabel, recordLabel } from '../../kit/text/RecordLabel.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { errorSentence } from '../runs/error-sentence.ts'
import { CauseFile } from './CauseFile.tsx'
import { problemGroupMessages } from './problem-group.messages.ts'

const messages = problemGroupMessages.table

type ProblemRecordsProps = {
  readonly actor: ListActor
  readonly choice: RecordChoiceActor
  readonly file: RecordFileActor
  /** The field in which the records differ from delivered ones; null where none is known. */
  readonly path: string | null
  /** The field whose values say who is affected; null where there is none. */
  readonly grouped: string | null
  /** What they are called. */
  readonly noun: RecordNoun
  /** How many there are: their place is held while they are read. */
  readonly expected: number
  readonly onOpen: (transactionId: string) => void
  /** Where all of them are listed. */
  readonly allHref: string
  readonly retryHref: (transactionIds: readonly string[]) => string
  readonly editHref: (transactionId: string) => string
}

/** The newest records of a cause that are still lost, with the value that is wrong: some of them are retried, one is opened or edited. */
export function ProblemRecords(props: ProblemRecordsProps) {
  const { actor, choice, file, path, grouped, noun, expected, onOpen, allHref, retryHref, editHref } = props
  const chosen = useSelector(choice, selectChosen)
  const csv = (total: number) => <CauseFile actor={file} chosen={chosen} total={total} noun={noun} />
  const columns = columnsOf({ choice, chosen, path, grouped, noun, onOpen, editHref })
  return (
    <Held $rows={Math.min(shownMax, expected)}>
      <ListFrame<Transaction> actor={actor} name={messages.name} isBare empty={null}>
        {({ items, total }) => (
          <div>
            <Table
              name={messages.name}
              rows={items}
              columns={columns}
              keyOf={({ transactionId }) => transactionId}
              onOpen={({ transactionId }) => onOpen(transactionId)}
              isOneLine
            />
            <Foot>
              {chosen.length === 0 ? (
                <>
                  <span>{messages.of(number(items.length), total, noun)}</span>
                  {csv(total)}
                  {items.length < total ? <PlainLink href={allHref}>{messages.all(number(total))}</PlainLink> : null}
                </>
              ) : (
                <>
                  <span role="status">{messages.chosen(number(chosen.length))}</span>
                  <LinkButton $isQuiet href={retryHref(chosen)}>
                    {problemGroupMessages.retryChosen(number(chosen.length))}
                  </LinkButton>
                  {csv(total)}
                  <Button kind="quiet" onPress={() => choice.send({ type: 'user.cleared' })}>
                    {messages.clear}
                  </Button>
                </>
              )}
            </Foot>
          </div>
        )}
      </ListFrame>
    </Held>
  )
}

type Cells = Pick<ProblemRecordsProps, 'choice' | 'path' | 'grouped' | 'noun' | 'onOpen' | 'editHref'> & {
  readonly chosen: readonly string[]
}

function columnsOf({ choice, chosen, path, grouped, noun, onOpen, editHref }: Cells): readonly Column<Transaction>[] {
  return [
    {
      id: 'record',
      title: messages.record(noun),
      width: 'minmax(9rem, 1.4fr)',
      draw: (record) => (
        <Choosing>
          <Tick>
            <label>
              <input
                type="checkbox"
                aria-label={messages.choose(recordLabel(record))}
                checked={chosen.includes(record.transactionId)}
                onChange={({ target }) =>
                  choice.send({ type: target.checked ? 'user.chose' : 'user.dropped', transactionId: record.transactionId })
                }
              />
            </label>
          </Tick>
          <RecordLabel of={record} />
        </Choosing>
      ),
    },
    path === null
      ? { id: 'error', onPhone: 'plain', title: messages.error, width: 'minmax(10rem, 3fr)', draw: errorSentence }
      : {
          id: 'value',
          title: messages.value(path),
          onPhone: 'fact',
          width: 'minmax(10rem, 3fr)',
          draw: ({ payload }) => <MarkedSpaces text={valueAt(payload, path)} />,
        },
    ...(grouped === null
      ? []
      : [
          {
            id: 'grouped',
            title: titleOfField(grouped),
            onPhone: 'rest',
            width: 'minmax(7rem, 1.4fr)',
            draw: ({ payload }: Transaction) => valueAt(payload, grouped),
          } as const,
        ]),
    {
      id: 'failed',
      title: messages.failed,
      onPhone: 'plain',
      width: 'minmax(6rem, 0.8fr)',
      draw: ({ startDate, endDate }) => <RelativeTime at={endDate ?? startDate} />,
    },
    {
      id: 'attempts',
      title: messages.attempts,
      onPhone: 'fact',
      width: '4.5rem',
      isNumeric: true,
      draw: ({ attempts }) => number(attempts),
    },
    {
      id: 'actions',
      title: messages.actions,
      width: '10rem',
      isNumeric: true,
      draw: (record) => (
        <Ways>
          <button
            type="button"
            aria-label={messages.openRecord(recordLabel(record))}
            onClick={() => onOpen(record.transactionId)}
          >
            {messages.open}
          </button>
          <PlainLink href={editHref(record.transactionId)} aria-label={messages.editRecord(recordLabel(record))}>
            {messages.edit}
          </PlainLink>
        </Ways>
      ),
    },
  ]
}

const titleOfField = (path: string) => {
  const name = path.split('.').at(-1) ?? path
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

/** As many as `problemRecordsMachine` reads. */
const shownMax = 5

/** As tall as the table and its foot. */
const Held = styled.div<{ readonly $rows: number }>`
  min-width: 0;
  min-height: ${({ $rows }) => 4.5 + 2.5 * $rows}rem;

  ${narrow} {
    min-height: ${({ $rows }) => 2.5 + 3.25 * $rows}rem;
  }
`

const Choosing = styled.span`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-width: 0;
`

const Ways = styled.span`
  display: flex;
  justify-content: flex-end;
  gap: ${space[12]};

  && > * {
    min-height: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
    color: ${color['text.link']};
    font: ${font.strong};
    line-height: 1.5rem;
    text-decoration: none;
    cursor: pointer;
  }

  && > :hover {
    text-decoration: underline;
  }

  ${narrow} {
    justify-content: flex-start;
  }
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  min-height: 2.5rem;
  padding: ${space[4]} ${space[8]};
  color: ${color['text.muted']};
  font: ${font.dense};

  & > a:not(:first-child):last-child {
    margin-left: auto;
  }
`

/** The value of a record at a path of names joined by dots, as text; "missing" has none. */
function valueAt(record: unknown, path: string): string {
  const value = path.split('.').reduce((inner: unknown, name) => Object(inner)[name], record)
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}
