import { createContext, type ReactNode } from 'react'
import styled from 'styled-components'

import type { Condition } from '#contract/connectors/list/connector-condition.ts'
import type { OverviewItem, OverviewSort } from '#contract/connectors/list/connector-overview.ts'
import { startsAfter } from '#contract/connectors/runs/run-display.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Systems } from '../../kit/identity/Monogram.tsx'
import { ActionMenu, MenuLink } from '../../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { textWithTimes } from '../../kit/text/TextWithTimestamps.tsx'
import { connectorStatusMessages } from '../details/connector-status.messages.ts'
import { statusPills } from '../details/status-pills.ts'
import { LastRun } from './LastRun.tsx'
import { overviewMessages as messages } from './overview.messages.ts'
import { SparkLine } from './SparkLine.tsx'
import { systemName } from './system-name.ts'

/** What the page adds to the menu of each row, by the id of its connector. */
export const RowActions = createContext<(connectorId: string) => ReactNode>(() => null)

export type OverviewColumn = {
  readonly id: 'name' | 'condition' | 'status' | 'type' | 'route' | 'lastRun' | 'hours' | 'records' | 'next' | 'more'
  readonly title: string
  readonly width: string
  readonly sort: OverviewSort | null
  readonly isNumeric?: boolean
  /** Shown only to whom has chosen it. */
  readonly isExtra?: boolean
  /** For a file. */
  readonly text?: (item: OverviewItem) => string | number | null
  readonly draw: (item: OverviewItem, hoursSince: string) => ReactNode
}

const dots: Readonly<Record<Condition, DotLook>> = {
  failing: 'bad',
  degraded: 'warn',
  waiting: 'warn',
  deploying: 'run',
  running: 'run',
  noRecentData: 'steady',
  healthy: 'ok',
  paused: 'off',
  draft: 'off',
}

export function ConditionDot({ condition }: { readonly condition: Condition }) {
  return <StatusDot look={dots[condition]}>{messages.conditions[condition]}</StatusDot>
}

/** Told by the column beside it, not by earlier runs. */
const isOpen = (condition: Condition) => condition === 'waiting' || condition === 'running'

const sideOf = (side: OverviewItem['source'], more?: number) => ({ name: systemName(side), address: side.url, more })

/** What a person can show and hide; the name is always there. */
export const dataColumns: readonly OverviewColumn[] = [
  {
    id: 'name',
    title: messages.columns.name,
    width: 'minmax(9rem, 1.25fr)',
    sort: 'name',
    text: ({ name }) => name,
    draw: ({ id, name, undeployedChanges, failedDeployment }) => (
      <>
        <Name href={`/details/${id}`} title={name}>
          {name}
        </Name>
        {failedDeployment !== null ? (
          <Mark title={connectorStatusMessages.failedDeployment(failedDeployment.message)} $isBad>
            {messages.deploymentFailed}
          </Mark>
        ) : undeployedChanges.length > 0 ? (
          <Mark title={connectorStatusMessages.undeployed(undeployedChanges.map((part) => connectorStatusMessages.parts[part]))}>
            {messages.undeployed}
          </Mark>
        ) : null}
      </>
    ),
  },
  {
    id: 'condition',
    title: messages.columns.condition,
    width: '7.25rem',
    sort: 'condition',
    text: ({ condition }) => messages.conditions[condition],
    draw: ({ condition, status, statusReason, health }) => (
      <span title={isOpen(condition) ? undefined : textWithTimes(status === 'Active' ? health.reason : statusReason)}>
        <ConditionDot condition={condition} />
      </span>
    ),
  },
  {
    id: 'status',
    title: messages.columns.status,
    width: '5rem',
    sort: null,
    isExtra: true,
    text: ({ status }) => statusPills[status].word,
    draw: ({ status, statusReason }) => <Muted title={textWithTimes(statusReason)}>{statusPills[status].word}</Muted>,
  },
  {
    id: 'type',
    title: messages.columns.type,
    width: '4.5rem',
    sort: null,
    isExtra: true,
    text: ({ connectorType }) => connectorType,
    draw: ({ connectorType }) => <Muted>{connectorType}</Muted>,
  },
  {
    id: 'route',
    title: messages.columns.route,
    width: 'minmax(13.5rem, 1.65fr)',
    sort: null,
    text: (it) =>
      `${systemName(it.source)} → ${systemName(it.destination)}${it.moreDestinations ? ` +${it.moreDestinations}` : ''}`,
    draw: (it) => <Systems source={sideOf(it.source)} destination={sideOf(it.destination, it.moreDestinations)} />,
  },
  {
    id: 'lastRun',
    title: messages.columns.lastRun,
    width: 'minmax(10.5rem, 1fr)',
    sort: 'lastRun',
    text: ({ lastRun }) => lastRun?.endedAt ?? lastRun?.startedAt ?? null,
    draw: ({ lastRun, condition }) =>
      lastRun === null ? <Muted>{messages.never}</Muted> : <LastRun run={lastRun} isFailing={condition === 'failing'} />,
  },
  {
    id: 'hours',
    title: messages.columns.throughput,
    width: '5.75rem',
    sort: null,
    text: ({ hours }) => hours.join(' '),
    draw: ({ hours }, hoursSince) => <SparkLine hours={hours} since={hoursSince} />,
  },
  {
    id: 'records',
    title: messages.columns.records,
    width: '6rem',
    sort: 'throughput',
    isNumeric: true,
    text: recordsOf,
    draw: (item) => {
      const sum = recordsOf(item)
      return sum === 0 ? <Muted>{number(0)}</Muted> : <span title={messages.recordsCounted}>{number(sum)}</span>
    },
  },
  {
    id: 'next',
    title: messages.columns.next,
    width: '4.5rem',
    sort: null,
    text: nextOf,
    draw: (item) => (
      <Muted>
        {item.status === 'Active' && item.nextRunAt !== null && !item.heldEvents ? (
          startsAfter(item.nextRunAt, item.lastRun, item.lastRun?.waits, Date.now()) ? (
            messages.afterRun
          ) : (
            <RelativeTime at={item.nextRunAt} />
          )
        ) : (
          nextOf(item)
        )}
      </Muted>
    ),
  },
]

/** The menu of a row; it is always there and in no file. */
const menuColumn: OverviewColumn = {
  id: 'more',
  title: messages.columns.more,
  width: '2rem',
  sort: null,
  text: () => null,
  draw: ({ id, name }) => (
    <ActionMenu label={messages.actionsOf(name)}>
      <MenuLink href={`/details/${id}`}>{messages.open}</MenuLink>
      <MenuLink href={`/details/${id}?tab=runs`}>{messages.runs}</MenuLink>
      <MenuLink href={`/details/${id}?tab=problems`}>{messages.problems}</MenuLink>
      <MenuLink href={`/edit-integration/${id}`}>{messages.edit}</MenuLink>
      <MenuLink href={`/details/${id}/studio`}>{messages.studio}</MenuLink>
      <RowActions.Consumer>{(draw) => draw(id)}</RowActions.Consumer>
    </ActionMenu>
  ),
}

export const withMenu = (shown: readonly OverviewColumn[]) => [...shown, menuColumn]

/** Counted by hour. */
function recordsOf({ hours }: OverviewItem) {
  return hours.reduce((all, count) => all + count, 0)
}

/** When it runs next: a time, or what starts it. */
function nextOf({ status, nextRunAt, source, heldEvents }: OverviewItem) {
  if (heldEvents !== null && heldEvents > 0) return connectorStatusMessages.heldEvents(heldEvents)
  if (status !== 'Active') return messages.nothingNext
  if (nextRunAt !== null) return nextRunAt
  return source.type === 'webhook' ? messages.onEvent : messages.byHand
}

const Name = styled(PlainLink)`
  color: ${color['text.default']};
  font: ${font.strong};
  text-decoration: none;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`

const Muted = styled.span`
  color: ${color['text.muted']};
`

const Mark = styled.span<{ readonly $isBad?: boolean }>`
  margin-left: ${space[8]};
  padding: 2px 6px;
  border-radius: 4px;
  background: ${({ $isBad }) => color[$isBad ? 'danger.subtle' : 'pending.subtle']};
  color: ${({ $isBad }) => color[$isBad ? 'danger.text' : 'pending.text']};
  font: ${font.dense};
`
