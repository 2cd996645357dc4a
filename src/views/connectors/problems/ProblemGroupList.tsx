import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { groupedMax, type ProblemGroup, type ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import { selectRead } from '#src/machines/connectors/problems/causes.selectors.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.selectors.ts'
import { space } from '#src/theme/theme.ts'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { CausesProblem } from './CauseActions.tsx'
import { FailedDeploymentLine, GroupOfRuns } from './GroupOfRuns.tsx'
import { ProblemGroupCard } from './ProblemGroupCard.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'
import type { ProblemLinks } from './problem-links.ts'
import { groupsByKind, type ShownKind, shownKinds, withStates } from './shown-groups.ts'

type ProblemGroupListProps = {
  /** A list of one: the groups of a range. */
  readonly actor: ListActor
  /** Chooses the range. */
  readonly range: ReactNode
  readonly links: ProblemLinks
  /** What the destination is called. */
  readonly systemName: string
  /** Who looks. */
  readonly userId: string
  /** What people did about the causes. */
  readonly causes: CausesActor
  readonly shown: ShownKind
  readonly onShow: (kind: ShownKind) => void
  /** The group that is open; null for none, undefined for the first. */
  readonly openId: string | null | undefined
  readonly onTurn: (id: string | null) => void
  /** Evidence and records of the group that is open. */
  readonly drawOpened: (group: ProblemGroup, of: ProblemGroups) => ReactNode
}

/** Failed runs and deployments, and what did not arrive, or may not have, by cause. */
export function ProblemGroupList(props: ProblemGroupListProps) {
  const { actor, range, links, causes, userId, shown, onShow } = props
  const read = useSelector(causes, selectRead)
  const found = useSelector(actor, (snapshot) => selectPage<ProblemGroups>(snapshot)?.items[0] ?? null)
  const kinds = found && groupsByKind(withStates(found.groups, read), read, userId)
  const lost = kinds?.open.reduce((sum, { failed, unknown, arrived }) => sum + failed + unknown - arrived, 0) ?? 0
  return (
    <Stack>
      <Toolbar
        tools={
          <>
            {found === null || lost === 0 ? null : (
              <LinkButton $isQuiet href={links.retryAll(found)}>
                {messages.retryAll}
              </LinkButton>
            )}
            {range}
          </>
        }
      >
        <FilterChips
          label={messages.shown}
          options={shownKinds.map((value) => ({ value, name: messages.shownAs[value], count: kinds?.[value].length ?? null }))}
          value={shown}
          onChoose={onShow}
        />
      </Toolbar>
      <ListFrame<ProblemGroups> actor={actor} name={messages.name} isBare empty={null}>
        {({ items }) =>
          items.map((it) => (
            <Stack key="found">
              {shown === 'open' ? <OfRuns of={it} links={links} /> : null}
              {kinds === null ? null : <Groups {...props} of={it} groups={kinds[shown]} />}
            </Stack>
          ))
        }
      </ListFrame>
    </Stack>
  )
}

/** What is wrong with whole runs and deployments. */
function OfRuns({
  of: { failedRuns, absentPaths, failedDeployments },
  links,
}: {
  readonly of: ProblemGroups
  readonly links: ProblemLinks
}) {
  return (
    <>
      {failedDeployments.length === 0 ? null : (
        <List aria-label={messages.deployments}>
          {failedDeployments.map((failed) => (
            <li key={failed.at}>
              <FailedDeploymentLine of={failed} href={links.config} />
            </li>
          ))}
        </List>
      )}
      {failedRuns.length === 0 ? null : (
        <List aria-label={messages.runs}>
          {failedRuns.map((failed) => (
            <li key={`${failed.code} ${failed.message}`}>
              <GroupOfRuns of={failed} count={messages.runsCount(failed.count)} hrefOf={links.run} />
            </li>
          ))}
        </List>
      )}
      {absentPaths.length === 0 ? null : (
        <List aria-label={messages.paths}>
          {absentPaths.map((absent) => (
            <li key={absent.message}>
              <GroupOfRuns of={absent} count={messages.pathsCount(absent.count)} hrefOf={links.run} />
            </li>
          ))}
        </List>
      )}
    </>
  )
}

type GroupsProps = ProblemGroupListProps & { readonly of: ProblemGroups; readonly groups: readonly ProblemGroup[] }

function Groups({ of, groups, links, systemName, causes, shown, openId, onTurn, drawOpened }: GroupsProps) {
  if (groups.length === 0) {
    const ofRuns = of.failedRuns.length + of.absentPaths.length + of.failedDeployments.length
    if (shown === 'open' && ofRuns > 0) return null
    const isNothing = of.groups.length + ofRuns === 0
    return (
      <EmptyState title={isNothing ? messages.none : messages.noneShown[shown]}>
        {isNothing ? messages.noneHere : null}
      </EmptyState>
    )
  }
  const opened = openId === undefined && shown === 'open' ? groups[0]?.id : openId
  return (
    <>
      <CausesProblem actor={causes} />
      {of.isCut ? <Hint>{messages.cut(number(groupedMax))}</Hint> : null}
      <List aria-label={messages.list}>
        {groups.map((group) => (
          <li key={group.id}>
            <ProblemGroupCard
              group={group}
              range={of}
              causes={causes}
              links={links}
              systemName={systemName}
              isOpen={group.id === opened}
              onTurn={() => onTurn(group.id === opened ? null : group.id)}
            >
              {group.id === opened ? drawOpened(group, of) : null}
            </ProblemGroupCard>
          </li>
        ))}
      </List>
    </>
  )
}

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
`

const List = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`
