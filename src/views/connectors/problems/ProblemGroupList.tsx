import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { groupedMax, type ProblemGroup, type ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import { selectRead } from '#src/machines/connectors/problems/causes.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Monogram } from '../../kit/identity/Monogram.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { LearnMore } from '../../kit/text/LearnMore.tsx'
import { CausesProblem } from './CauseActions.tsx'
import { FailedDeploymentLine, GroupOfRuns } from './GroupOfRuns.tsx'
import { ProblemGroupCard } from './ProblemGroupCard.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'
import type { ProblemLinks } from './problem-links.ts'
import { isOthers } from './problem-title.ts'
import { byAnswer, groupsByKind, type Joined, joined, openCount, type ShownKind, shownKinds, withStates } from './shown-groups.ts'

type ProblemGroupListProps = {
  /** A list of one: the groups of a range. */
  readonly actor: ListActor
  /** Chooses the range. */
  readonly range: ReactNode
  readonly links: ProblemLinks
  /** What the destination is called. */
  readonly systemName: string
  /** What the records are called. */
  readonly noun: RecordNoun
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
  readonly drawOpened: (group: ProblemGroup, of: ProblemGroups, isExplained: boolean) => ReactNode
}

/** Failed runs and deployments, and what did not arrive, or may not have, by cause. */
export function ProblemGroupList(props: ProblemGroupListProps) {
  const { actor, range, links, causes, userId, shown, onShow } = props
  const read = useSelector(causes, selectRead)
  const found = useSelector(actor, (snapshot) => selectPage<ProblemGroups>(snapshot)?.items[0] ?? null)
  const groups = found && withStates(found.groups, read)
  const kinds = groups && groupsByKind(groups, read, userId)
  const parts = found && groups && joined(found, groups)
  const countOf = (kind: ShownKind) =>
    kind === 'open' && found && groups ? openCount(found, groups) : (kinds?.[kind].length ?? null)
  const lost = kinds?.open.reduce((sum, { openRecords }) => sum + openRecords, 0) ?? 0
  return (
    <Stack>
      <Toolbar
        tools={
          <>
            {found === null || lost === 0 ? null : (
              <LinkButton $isQuiet href={links.retryAll(found)}>
                {messages.retryAll(number(lost))}
              </LinkButton>
            )}
            {range}
          </>
        }
      >
        <FilterChips
          label={messages.shown}
          options={shownKinds.map((value) => ({ value, name: messages.shownAs[value], count: countOf(value) }))}
          value={shown}
          onChoose={onShow}
        />
      </Toolbar>
      <ListFrame<ProblemGroups> actor={actor} name={messages.name} isBare empty={null}>
        {({ items }) =>
          items.map((it) => (
            <Stack key="found">
              {shown === 'open' && parts !== null ? <OfRuns of={{ ...it, ...parts }} links={links} /> : null}
              {kinds === null || parts === null ? null : <Groups {...props} of={it} groups={kinds[shown]} parts={parts} />}
            </Stack>
          ))
        }
      </ListFrame>
    </Stack>
  )
}

/** What is wrong with whole runs and deployments. */
function OfRuns({
  of: { failedRuns, absentPaths, failedDeployments, failedFollowUps },
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
      {failedFollowUps === 0 ? null : (
        <Hint>
          {messages.followUps(failedFollowUps)} <PlainLink href={links.followUps}>{messages.followUpRecords}</PlainLink>
        </Hint>
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

type GroupsProps = ProblemGroupListProps & {
  readonly of: ProblemGroups
  readonly groups: readonly ProblemGroup[]
  readonly parts: Joined
}

function Groups({ of, groups, parts, links, systemName, noun, causes, shown, openId, onTurn, drawOpened }: GroupsProps) {
  if (groups.length === 0) {
    const ofRuns = parts.failedRuns.length + parts.absentPaths.length + of.failedDeployments.length + of.failedFollowUps
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
      {byAnswer(groups).map(({ key, groups: those }) => (
        <Stack key={key}>
          <ReasonBar groups={those} systemName={systemName} noun={noun} />
          <List aria-label={messages.list}>
            {those.map((group) => {
              const consequences = parts.ofGroup.get(group.id) ?? noConsequences
              return (
                <li key={group.id}>
                  <ProblemGroupCard
                    group={group}
                    consequences={consequences}
                    range={of}
                    causes={causes}
                    links={links}
                    noun={noun}
                    isOpen={group.id === opened}
                    onTurn={() => onTurn(group.id === opened ? null : group.id)}
                  >
                    {group.id === opened ? drawOpened(group, of, consequences.absent.length > 0) : null}
                  </ProblemGroupCard>
                </li>
              )
            })}
          </List>
        </Stack>
      ))}
    </>
  )
}

const noConsequences = { runs: [], absent: [] }

/** Of the destination, without a response. What failed before it was sent has no response to speak of. */
const silentCodes = new Set([
  ...['destination/unreachable', 'destination/timeout', 'destination/response-lost'],
  ...['destination/outcome-unknown', 'destination/cut-off'],
])

/** A cause as people call it. Its code is the tooltip, and leads to the article about it. */
const nameOf = (code: string) =>
  Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue].title : messages.causeUnknown

type ReasonBarProps = { readonly groups: readonly ProblemGroup[]; readonly systemName: string; readonly noun: RecordNoun }

/** What the destination answered, with how many records and reasons there are of it. */
function ReasonBar({ groups, systemName, noun }: ReasonBarProps) {
  const [first] = groups
  if (first === undefined || isOthers(first)) return null
  const { code, answerStatus } = first
  const isAnswer = answerStatus !== null
  const isSilent = !isAnswer && silentCodes.has(code)
  const lost = groups.reduce((sum, it) => sum + (it.openRecords > 0 ? it.openRecords : it.records), 0)
  return (
    <Bar>
      {isAnswer ? (
        <>
          <Monogram name={systemName} size="s" />
          <b>{systemName}</b>
          <code>{messages.status(answerStatus)}</code>
        </>
      ) : null}
      {isSilent ? <b>{messages.notAnswered(systemName)}</b> : null}
      {isAnswer || isSilent ? null : <b title={code}>{nameOf(code)}</b>}
      <span>{messages.ofAnswer(lost, groups.length, noun)}</span>
      {code === '' ? null : <LearnMore code={code} />}
    </Bar>
  )
}

const Bar = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  min-height: 1.5rem;
  color: ${color['text.muted']};
  font: ${font.dense};

  & > b {
    color: ${color['text.default']};
    font: ${font.strong};
  }

  & > code {
    padding: 0 ${space[8]};
    border-radius: ${radius.control};
    background: ${color['neutral.subtle']};
    color: ${color['text.default']};
  }
`

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
