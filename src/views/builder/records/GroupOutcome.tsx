import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { type GroupActor, selectGroups, type TriedGroup, type TriedGroups } from '#src/machines/builder/records/group.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { groupMessages as messages } from './group.messages.ts'
import { Outcome } from './panel-frame.ts'

/** Groups that are shown. */
const shownMax = 20
/** Characters of a value. */
const valueMax = 80

/** The groups of the sample records, as they would be sent. */
export function GroupOutcome({ actor }: { readonly actor: GroupActor }) {
  const tried = useSelector(actor, selectGroups, isSame)
  const hasExamples = useSelector(actor, ({ context }) => context.examples.length > 0)
  const isUntried = useMatches(actor, { open: 'untried' })
  const hasFailed = useMatches(actor, { open: 'failed' })
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <Outcome aria-label={messages.samples} aria-busy={isBusy}>
      {hasFailed ? (
        <RetryAlert problem={problem} canRetry onRetry={() => actor.send({ type: 'user.retried' })} />
      ) : isUntried ? (
        <Hint>{hasExamples ? messages.nothingYet : messages.noSamples}</Hint>
      ) : tried === null ? (
        <Spinner label={messages.trying} />
      ) : (
        <Groups {...tried} />
      )}
    </Outcome>
  )
}

const isSame = (one: TriedGroups | null, other: TriedGroups | null) => JSON.stringify(one) === JSON.stringify(other)

function Groups({ records, groups, leftOut, groupless }: TriedGroups) {
  const more = groups.length - shownMax
  return (
    <>
      <h2 aria-live="polite">{messages.makes(records, groups.length)}</h2>
      {leftOut > 0 ? <Hint>{messages.leftOut(leftOut)}</Hint> : null}
      {groupless === null ? null : <Wrong>{messages.groupless(groupless)}</Wrong>}
      <ul>
        {groups.slice(0, shownMax).map((group) => (
          <GroupItem key={group.name} {...group} />
        ))}
      </ul>
      {more > 0 ? <Hint>{messages.more(more)}</Hint> : null}
      <Hint>{messages.ofSamples}</Hint>
    </>
  )
}

function GroupItem({ record, reason, name }: TriedGroup) {
  const members = typeof record === 'object' && record !== null ? Object.entries(record) : []
  return (
    <Item>
      {reason === null ? (
        members.map(([member, value]) => (
          <span key={member}>
            {member} <b>{shown(value)}</b>
          </span>
        ))
      ) : (
        <>
          <b>{name}</b>
          <Wrong>{reason}</Wrong>
        </>
      )}
    </Item>
  )
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= valueMax ? text : `${text.slice(0, valueMax)}…`
}

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  padding: ${space[4]} 0;
  border-bottom: 1px solid ${color['border.subtle']};
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;

  & b {
    color: ${color['text.default']};
    font-weight: 500;
  }
`

const Wrong = styled.em`
  color: ${color['danger.text']};
  font: ${font.dense};
  font-style: normal;
`
