import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import type { ConnectionMember } from '#contract/connections/connection-page.ts'
import {
  type ConnectionDecision,
  type ConnectionFact,
  type ConnectionPageActor,
  type ConnectionTab,
  connectionDecisions,
} from '#src/machines/connections/connection.page.machine.ts'
import { connectionEntryOf } from '#src/machines/connections/connection-entry.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { connectionPageOf, openedConnection } from '#src/services/connections/connection-page.actors.ts'
import { departureFor } from '#src/services/connections/sign-in.actors.ts'
import { useAccess } from '../../kit/actors/use-access.ts'
import { useChild, useChildNow } from '../../kit/actors/use-child.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { usePage } from '../../kit/actors/use-page.ts'
import { navigate } from '../../kit/browser-location.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { SystemMark } from '../../kit/identity/SystemMark.tsx'
import { Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { pageTitles } from '../../kit/pages.messages.ts'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { ConnectionDialog } from '../ConnectionDialog.tsx'
import { connectionMessages } from '../connections.messages.ts'
import { ConnectionAccess } from './ConnectionAccess.tsx'
import { ConnectionActions, ConnectionBadge, ConnectionBanner, ConnectionSub } from './ConnectionHead.tsx'
import { ConnectionHistory } from './ConnectionHistory.tsx'
import { ConnectionOverview } from './ConnectionOverview.tsx'
import { ConnectionUses } from './ConnectionUses.tsx'
import { connectionPageMessages as messages } from './connection-page.messages.ts'

const above = [{ label: pageTitles['/connections'], href: '/connections' }]

/** The page of one connection. Tab and page are in the address. */
export function ConnectionRoute({ id }: { readonly id: string }) {
  const access = useAccess()
  const page = usePage(
    useMemo(() => connectionPageOf(access, id), [access, id]),
    openedConnection(),
    said,
  )
  return <Connection page={page} />
}

/** The toast for what the page emits. A connection that was deleted has no page: the list is opened. */
function said(fact: ConnectionFact): string {
  if (fact.type === 'decided' && fact.decision === 'delete') navigate('/connections', { replace: true })
  return messageOf(fact)
}

export function messageOf(fact: ConnectionFact): string {
  switch (fact.type) {
    case 'saved':
      return messages.saved
    case 'shared':
      return messages.shared
    case 'decided':
      return messages.decided[fact.decision]
    case 'tested':
      return `${fact.check.works ? connectionMessages.works : connectionMessages.fails} ${fact.check.message}`
  }
}

type PageProps = { readonly page: ConnectionPageActor }

export function Connection({ page }: PageProps) {
  const problem = useContextOf(page, 'problem')
  if (problem === null) return <Parts page={page} />
  return (
    <PageFrame title={messages.loading} above={above}>
      <RetryAlert problem={problem} canRetry onRetry={() => page.send({ type: 'user.reloaded' })} />
    </PageFrame>
  )
}

function Parts({ page }: PageProps) {
  const [record, form, decision] = [useChild(page, 'connection'), useChild(page, 'form'), useChild(page, 'decision')]
  const connection = useSelector(record, selectPage<ConnectionDetails>)?.items[0] ?? null
  const tab = useContextOf(page, 'tab')
  const testProblem = useContextOf(page, 'testProblem')
  const isTesting = useSelector(page, (snapshot) => snapshot.hasTag('testing'))
  const testing = { isTesting, canTest: useCan(page, { type: 'user.tested' }), onTest: () => page.send({ type: 'user.tested' }) }
  const plan = (kind: ConnectionDecision) => decision.send({ type: 'user.planned', action: { kind, id: connection?.id ?? '' } })
  return (
    <PageFrame
      title={connection?.name ?? messages.loading}
      above={above}
      {...(connection === null
        ? {}
        : {
            mark: <SystemMark name={connection.system ?? connectionMessages.kinds[connection.kind]} size="m" />,
            badges: <ConnectionBadge connection={connection} />,
            sub: <ConnectionSub connection={connection} />,
            actions: (
              <ConnectionActions
                connection={connection}
                {...testing}
                onEdit={() => form.send({ type: 'user.opened', entry: connectionEntryOf(connection) })}
                onPlan={plan}
              />
            ),
          })}
    >
      <ListFrame<ConnectionDetails> actor={record} name={messages.name} empty={null} isBare>
        {({ items }) =>
          items.map((it) => (
            <Stack key={it.id}>
              <ConnectionBanner connection={it} reconnect={<Reconnect id={it.id} />} />
              {testProblem === null ? null : <ProblemAlert problem={testProblem} />}
              <Tabs<ConnectionTab>
                label={messages.tabsLabel}
                tabs={messages.tabs}
                isTally
                counts={{ uses: it.usedBy }}
                chosen={tab}
                onChoose={(of) => page.send({ type: 'user.opened', tab: of })}
              >
                {tab === 'overview' ? (
                  <ConnectionOverview connection={it} {...testing} />
                ) : tab === 'uses' ? (
                  <ConnectionUses page={page} />
                ) : tab === 'access' ? (
                  <ConnectionAccess page={page} connection={it} onHandOver={() => plan('handOver')} />
                ) : (
                  <ConnectionHistory page={page} connection={it} />
                )}
              </Tabs>
              <Decision page={page} connection={it} />
            </Stack>
          ))
        }
      </ListFrame>
      <ConnectionDialog actor={form} />
    </PageFrame>
  )
}

/** Asks before the connection is switched, deleted or handed over. */
function Decision({ page, connection }: PageProps & { readonly connection: ConnectionDetails }) {
  const actor = useChild(page, 'decision')
  const planned = useSelector(actor, selectAction)
  const decision = connectionDecisions.find((it) => it === planned?.kind)
  if (planned === null || decision === undefined) return null
  const plan = decision === 'handOver' ? messages.handOver : connectionMessages.plans[decision]
  return (
    <ConfirmedAction actor={actor} title={plan.title(connection.name)} confirm={plan.confirm} isDangerous={decision === 'delete'}>
      <p>{plan.text}</p>
      {decision === 'handOver' ? <NextOwner page={page} connection={connection} /> : null}
    </ConfirmedAction>
  )
}

/** Members are read while the tab Access is open, where the connection is handed over. */
function NextOwner({ page, connection: { owner } }: PageProps & { readonly connection: ConnectionDetails }) {
  const actor = useChild(page, 'decision')
  const members = useChildNow(page, 'members')
  const known = members?.getSnapshot().context.page?.items as readonly ConnectionMember[] | undefined
  const others = (known ?? []).filter(({ _id }) => _id !== owner?._id)
  return (
    <Select
      label={messages.handOver.to}
      options={{ '': messages.access.choose, ...Object.fromEntries(others.map(({ _id, name }) => [_id, name])) }}
      value={useSelector(actor, selectAction)?.choice ?? ''}
      onChoose={(choice) => actor.send({ type: 'user.chose', choice })}
    />
  )
}

/** Leaves for the provider, and comes back to this page. */
function Reconnect({ id }: { readonly id: string }) {
  const access = useAccess()
  const actor = useMachine(() => departureFor(access), [access], { id, returnTo: `/connections/${id}` })
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Button isBlocked={isBusy} onPress={() => actor.send({ type: 'user.requested', change: { id } })}>
        {connectionMessages.actions.reconnect}
      </Button>
    </>
  )
}
