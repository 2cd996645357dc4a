import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import styled from 'styled-components'

import { type Member, type MemberEffects, type TeamPage, type teamEndpoints, teamSorts } from '#contract/account/team.ts'
import { membersPerPage } from '#contract/account/team-limits.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { PlannedAction } from '../../../machines/kit/confirmed-action.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import type { Team } from '../../../services/account/team.actors.ts'
import {
  effectsMachine,
  type Invited,
  inviteMachine,
  photosMachine,
  teamActionMachine,
  teamListMachine,
} from '../../../services/account/team.actors.ts'
import { copyText } from '../../../services/kit/clipboard.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { calledOf } from './member.ts'
import { TeamDialog } from './TeamDialog.tsx'
import { TeamTable } from './TeamTable.tsx'
import { teamMessages as messages } from './team.messages.ts'

const filters = ['all', 'active', 'pending', 'inactive'] as const

/** Members and invitations, for administrators. Search, filter, order and page stand in the address. */
export function TeamTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const team = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  const search = read('search') ?? ''
  const status = filters.find((it) => it === read('status')) ?? 'all'
  const by = teamSorts.find((it) => it === read('sort')) ?? 'name'
  const order = read('order') === 'desc' ? 'desc' : 'asc'
  const query = { page, search, ...(status === 'all' ? {} : { status }), sortBy: by, sortOrder: order }

  const machine = useMemo(() => teamListMachine(team), [team])
  const refresh = useRef(() => {})
  const invite = useMemo(
    () =>
      inviteMachine(team, (email, made) => {
        announceInvitation(email, made)
        refresh.current()
      }),
    [team],
  )
  const inviting = useMachine(() => invite, [invite])
  return (
    <PageFrame
      title={title}
      where={accountMessages.page}
      actions={
        <Button kind="primary" onPress={() => inviting.send({ type: 'user.opened', entry: { email: '', role: 'USER' } })}>
          <Plus aria-hidden="true" />
          {messages.invite.open}
        </Button>
      }
    >
      <Search
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={search}
        onChange={({ target }) => move({ search: target.value, page: null }, true)}
      />
      <Listed key={JSON.stringify(query)} machine={machine} query={query} inviting={inviting} refresh={refresh}>
        {(shown, again) => (
          <>
            <FilterChips
              label={messages.filter}
              options={filters.map((value) => ({ value, name: messages.filters[value], count: shown.counts[value] }))}
              value={status}
              onChoose={(value) => move({ status: value === 'all' ? null : value, page: null })}
            />
            <Members
              team={team}
              user={user}
              shown={shown}
              again={again}
              sort={{ by, direction: order === 'asc' ? 'ascending' : 'descending' }}
              onSort={(it) => move({ sort: it, order: it === by && order === 'asc' ? 'desc' : null, page: null })}
            />
            <NumberedPager
              name={messages.name}
              page={page}
              pageSize={membersPerPage}
              total={shown.total}
              onPage={(it) => move({ page: String(it) })}
            />
          </>
        )}
      </Listed>
      <Hint>{messages.footnote}</Hint>
    </PageFrame>
  )
}

type ListedProps = {
  readonly machine: ReturnType<typeof teamListMachine>
  readonly query: Readonly<Record<string, string | number | undefined>>
  readonly inviting: EntryDialogActor
  /** Is told how to read it again. */
  readonly refresh: { current: () => void }
  readonly children: (page: TeamPage, again: () => void) => ReactNode
}

function Listed({ machine, query, inviting, refresh, children }: ListedProps) {
  const actor = useMachine(() => machine, [machine], { query })
  const again = useMemo(() => () => actor.send({ type: 'user.refreshed' }), [actor])
  refresh.current = again
  const isMailed = useSelector(actor, selectPage<TeamPage>)?.items[0]?.isMailed ?? true
  return (
    <>
      <ListFrame<TeamPage> actor={actor} name={messages.name} empty={null} isBare>
        {({ items }) => items.map((it) => <div key="page">{children(it, again)}</div>)}
      </ListFrame>
      <InviteDialog actor={inviting} isMailed={isMailed} />
    </>
  )
}

type MembersProps = Pick<Parameters<typeof TeamTable>[0], 'user' | 'sort' | 'onSort'> & {
  readonly team: Team
  readonly shown: TeamPage
  readonly again: () => void
}

function Members({ team, user, shown, again, sort, onSort }: MembersProps) {
  const newest = useRef(shown)
  newest.current = shown
  const actor = useMachine(() => {
    const memberOf = (id: string) => newest.current.data.find(({ _id }) => _id === id)
    return teamActionMachine(team, memberOf, (action, made) => {
      const member = memberOf(action.id)
      if (member && action.kind === 'again') announceInvitation(member.email, made)
      else if (member) toast(doneOf(action, member))
      again()
    })
  }, [team, again])
  return (
    <>
      {shown.data.length === 0 ? (
        <EmptyState title={messages.noone}>
          <p>{messages.noneSuch}</p>
        </EmptyState>
      ) : (
        <WithPhotos
          key={shown.data.map(({ _id }) => _id).join()}
          team={team}
          user={user}
          members={shown.data}
          sort={sort}
          onSort={onSort}
          onPlan={(action) => actor.send({ type: 'user.planned', action })}
        />
      )}
      <TeamDialog
        actor={actor}
        userId={user._id}
        memberOf={(id) => shown.data.find(({ _id }) => _id === id)}
        effects={(id, draw) => <Effects key={id} team={team} memberId={id} draw={draw} />}
      />
    </>
  )
}

type WithPhotosProps = Omit<Parameters<typeof TeamTable>[0], 'photos'> & { readonly team: Team }

/** The table is there before the photos are. */
function WithPhotos({ team, ...table }: WithPhotosProps) {
  const actor = useMachine(() => photosMachine(team), [team], { query: { ids: table.members.map(({ _id }) => _id).join() } })
  const read = useSelector(actor, selectPage<MemberPhoto>)
  const photos = useMemo(() => new Map(read?.items.map(({ _id, avatarUrl }) => [_id, avatarUrl])), [read])
  return <TeamTable photos={photos} {...table} />
}

type MemberPhoto = ReplyOf<typeof teamEndpoints.photos>['data'][number]

type EffectsProps = { readonly team: Team; readonly memberId: string; readonly draw: (it: MemberEffects) => ReactNode }

function Effects({ team, memberId, draw }: EffectsProps) {
  const actor = useMachine(() => effectsMachine(team, memberId), [team, memberId], { query: {} })
  return (
    <ListFrame<MemberEffects> actor={actor} name={messages.ends.name} empty={null} isBare>
      {({ items }) => items.map((it) => <div key="effects">{draw(it)}</div>)}
    </ListFrame>
  )
}

/** Says that an invitation is on its way only where something sends it. */
function announceInvitation(email: string, made: Invited | null): void {
  if (!made?.isKept) return void toast(messages.invited(email))
  const { link } = made
  if (link === undefined) return void toast(messages.invitedNoLink(email))
  const copy = async () => toast((await copyText(link)) ? messages.linkCopied : messages.linkNotCopied(link))
  toast(messages.invitedKept(email), { name: messages.copyLink, onPress: () => void copy() })
}

function doneOf({ kind, choice }: PlannedAction, member: Member): string {
  const name = calledOf(member)
  if (kind === 'revoke') return messages.revoked(member.email)
  if (kind === 'role') return messages.roleChanged(name, messages.roles[choice === 'ADMIN' ? 'ADMIN' : 'USER'])
  if (kind === 'remove') return messages.removed(name)
  return kind === 'deactivate' ? messages.deactivated(name) : messages.reactivated(name)
}

const Search = styled(SearchBox)`
  flex: none;
  width: min(15rem, 100%);
`
