import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'

import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import {
  type AbsentPath,
  type FailedRuns,
  groupedMax,
  type ProblemGroup,
  type ProblemGroups,
} from '#contract/connectors/problems/problem-group.ts'
import type { CausesActor } from '#src/machines/connectors/problems/causes.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { space } from '#src/theme/theme.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { connectorStatusMessages } from '../details/connector-status.messages.ts'
import { CausesProblem } from './CauseActions.tsx'
import { Counts, Links, Quiet } from './lines.ts'
import { ProblemGroupCard } from './ProblemGroupCard.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'

type ProblemGroupListProps = {
  /** A list of one: the groups of a range. */
  readonly actor: ListActor
  /** Chooses the range. */
  readonly range: ReactNode
  /** Where the records of a group are shown. */
  readonly hrefOf: (group: ProblemGroup, of: ProblemGroups) => string
  /** Where the newest record of a group is shown. */
  readonly exampleHrefOf: (group: ProblemGroup, of: ProblemGroups) => string
  /** Where a replay of its records is planned. */
  readonly replayHrefOf: (group: ProblemGroup, of: ProblemGroups) => string
  /** Where a replay that delivered some of them is shown. */
  readonly replayedHrefOf: (replayId: string) => string
  /** Where a replay of everything that failed is planned. */
  readonly replayAllHrefOf: (of: ProblemGroups) => string
  /** Where a run is shown. */
  readonly runHrefOf: (runId: string) => string
  /** Where the configuration is corrected. */
  readonly configHref: string
  /** Where the mapping of the field is corrected. */
  readonly mappingHrefOf: (group: ProblemGroup) => string
  /** What people did about the causes. */
  readonly causes: CausesActor
}

/** Failed runs and deployments, and what did not arrive, or may not have, by cause: how many, since when, an example, and the way to the records. */
export function ProblemGroupList(props: ProblemGroupListProps) {
  const {
    actor,
    range,
    hrefOf,
    exampleHrefOf,
    replayHrefOf,
    replayedHrefOf,
    replayAllHrefOf,
    runHrefOf,
    configHref,
    mappingHrefOf,
    causes,
  } = props
  return (
    <ListFrame<ProblemGroups> actor={actor} name={messages.name} tools={range} empty={null}>
      {({ items }) =>
        items.map((found) => (
          <Found key="found">
            <Hint>
              <Sentence of={messages.range} parts={{ from: <Moment at={found.from} />, to: <Moment at={found.to} /> }} />{' '}
              {found.records === found.arrived ? null : messages.records(found.records - found.arrived)}{' '}
              {found.arrived === 0 ? null : messages.arrivedLater(found.arrived)}{' '}
              {found.isCut ? messages.cut(number(groupedMax)) : null}{' '}
              {found.records === found.arrived ? null : <Link href={replayAllHrefOf(found)}>{messages.replayAll}</Link>}
            </Hint>
            {found.groups.length + found.failedRuns.length + found.absentPaths.length + found.failedDeployments.length === 0 ? (
              <EmptyState title={messages.none}>{messages.noneHere}</EmptyState>
            ) : null}
            {found.failedRuns.length === 0 ? null : (
              <Groups aria-label={messages.runs}>
                {found.failedRuns.map((failed) => (
                  <li key={`${failed.code} ${failed.message}`}>
                    <Runs of={failed} count={messages.runsCount(failed.count)} href={runHrefOf(failed.runId)} />
                  </li>
                ))}
              </Groups>
            )}
            {found.absentPaths.length === 0 ? null : (
              <Groups aria-label={messages.paths}>
                {found.absentPaths.map((absent) => (
                  <li key={absent.message}>
                    <Runs of={absent} count={messages.pathsCount(absent.count)} href={runHrefOf(absent.runId)} />
                  </li>
                ))}
              </Groups>
            )}
            {found.failedDeployments.length === 0 ? null : (
              <Groups aria-label={messages.deployments}>
                {found.failedDeployments.map((failed) => (
                  <li key={failed.at}>
                    <Failed of={failed} href={configHref} />
                  </li>
                ))}
              </Groups>
            )}
            {found.groups.length === 0 ? null : <CausesProblem actor={causes} />}
            {found.groups.length === 0 ? null : (
              <Groups aria-label={messages.list}>
                {found.groups.map((group) => (
                  <li key={group.id}>
                    <ProblemGroupCard
                      group={group}
                      href={hrefOf(group, found)}
                      exampleHref={exampleHrefOf(group, found)}
                      replayHref={replayHrefOf(group, found)}
                      replayedHref={group.replayId === null ? null : replayedHrefOf(group.replayId)}
                      mappingHref={mappingHrefOf(group)}
                      causes={causes}
                    />
                  </li>
                ))}
              </Groups>
            )}
          </Found>
        ))
      }
    </ListFrame>
  )
}

type RunsProps = { readonly of: FailedRuns | AbsentPath; readonly count: string; readonly href: string }

/** What runs have in common: that they failed for one cause, or met no record with a path. */
function Runs({ of: { code, message, firstAt, lastAt, runId }, count, href }: RunsProps) {
  return (
    <Card>
      <CardTitle>{message === '' ? messages.noMessage : message}</CardTitle>
      <Counts>
        <strong>{count}</strong>
        <code>{messages.cause(code)}</code>
      </Counts>
      <Quiet>
        <Sentence of={messages.times} parts={{ first: <Moment at={firstAt} />, last: <Moment at={lastAt} /> }} />
      </Quiet>
      <Links>
        <span>
          <Sentence
            of={messages.newestRun}
            parts={{
              run: (
                <Link href={href}>
                  <code>{runId.slice(0, 8)}</code>
                </Link>
              ),
            }}
          />
        </span>
      </Links>
    </Card>
  )
}

function Failed({ of: { at, message, fields }, href }: { readonly of: FailedDeployment; readonly href: string }) {
  return (
    <Card>
      <CardTitle>{message}</CardTitle>
      <Counts>
        <Sentence of={messages.deploymentAt} parts={{ at: <Moment at={at} /> }} />
      </Counts>
      {fields.map((field) => (
        <Quiet key={`${field.path} ${field.message}`}>{connectorStatusMessages.failedField(field.path, field.message)}</Quiet>
      ))}
      <Links>
        <Link href={href}>{connectorStatusMessages.review}</Link>
      </Links>
    </Card>
  )
}

const Found = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Groups = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  margin: 0;
  padding: 0;
  list-style: none;
`
