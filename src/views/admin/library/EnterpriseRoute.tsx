import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'

import type { EnterpriseDetails, EnterpriseEntry } from '#contract/library/enterprise.ts'
import { enterprisePerPage } from '#contract/library/enterprise-limits.ts'
import type { EnterpriseFact, EnterprisePageActor } from '#src/machines/admin/enterprise.page.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { enterprisePageOf, openedLibrary } from '#src/services/admin/enterprise.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useChild, useChildNow } from '../../kit/actors/use-child.ts'
import { usePage } from '../../kit/actors/use-page.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Card } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { AdminFrame } from '../AdminFrame.tsx'
import { EnterpriseFacts } from './EnterpriseFacts.tsx'
import { EnterpriseTable } from './EnterpriseTable.tsx'
import { enterpriseMessages as messages } from './enterprise.messages.ts'
import { OfferDialog } from './OfferDialog.tsx'
import { PublicationDecision } from './PublicationDecision.tsx'

/** Published connectors of all companies, for the operator. Search, page and the open row are in the address. */
export function EnterpriseRoute() {
  const access = useAccess()
  const { read, move } = usePlace()
  const page = usePage(
    useMemo(() => enterprisePageOf(access), [access]),
    openedLibrary(),
    messageOf,
  )
  return (
    <AdminFrame title={messages.title} tab="library">
      <Search
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        spellCheck={false}
        value={read('search') ?? ''}
        onChange={({ target }) => move({ search: target.value, page: null, open: null }, true)}
      />
      <EnterpriseLibrary page={page} />
    </AdminFrame>
  )
}

type PageProps = { readonly page: EnterprisePageActor }

/** The list with its open entry, or what is left to do after a fault. */
export function EnterpriseLibrary({ page }: PageProps) {
  const problem = useContextOf(page, 'problem')
  if (problem === null) return <Parts page={page} />
  return <RetryAlert problem={problem} canRetry onRetry={() => page.send({ type: 'user.reloaded' })} />
}

function Parts({ page }: PageProps) {
  const { move } = usePlace()
  const [search, number, openId] = [useContextOf(page, 'search'), useContextOf(page, 'page'), useContextOf(page, 'open')]
  const entries = useChild(page, 'entries')
  const listed = useSelector(entries, selectPage<EnterpriseEntry>)
  const isOutsideList = openId !== null && listed !== null && !listed.items.some(({ id }) => id === openId)
  return (
    <>
      <ListFrame<EnterpriseEntry>
        actor={entries}
        name={messages.name}
        isBare
        empty={
          search === '' ? (
            <EmptyState title={messages.none}>
              <p>{messages.noneMore}</p>
              <PlainLink href="/your-marketplace">{messages.marketplace}</PlainLink>
            </EmptyState>
          ) : (
            <EmptyState title={messages.noneFits}>{null}</EmptyState>
          )
        }
      >
        {({ items, total }) => (
          <>
            <EnterpriseTable
              entries={items}
              openId={openId}
              onOpen={(id) => move({ open: id === openId ? null : id })}
              drawOpened={() => <OpenEntry page={page} />}
            />
            <NumberedPager
              name={messages.name}
              page={number}
              pageSize={enterprisePerPage}
              total={total}
              onPage={(it) => move({ page: String(it), open: null })}
            />
          </>
        )}
      </ListFrame>
      {isOutsideList ? <EntryOutsideList page={page} /> : null}
      <OfferDialog actor={useChild(page, 'offer')} />
      <PublicationDecision actor={useChild(page, 'decision')} />
    </>
  )
}

/** The entry that the address names and this page of the list does not contain; also one that does not exist, which the server says. */
function EntryOutsideList({ page }: PageProps) {
  const actor = useChildNow(page, 'entry')
  if (actor === undefined) return null
  return (
    <Card aria-label={messages.outside.title}>
      <OutsideHead actor={actor} />
      <OpenEntry page={page} />
    </Card>
  )
}

function OutsideHead({ actor }: { readonly actor: ListActor }) {
  const name = useSelector(actor, selectPage<EnterpriseDetails>)?.items[0]?.name
  return <SectionHeader title={name ?? messages.outside.title} note={name === undefined ? undefined : messages.outside.note} />
}

/** One published connector: its versions, who uses it, and to whom it is offered. */
function OpenEntry({ page }: PageProps) {
  const actor = useChildNow(page, 'entry')
  const [offer, decision] = [useChild(page, 'offer'), useChild(page, 'decision')]
  if (actor === undefined) return null
  return (
    <ListFrame<EnterpriseDetails> actor={actor} name={messages.details.name} empty={null} isBare>
      {({ items }) =>
        items.map((entry) => {
          const { id, name, hosts, revision, audience, companies } = entry
          return (
            <EnterpriseFacts
              key={id}
              entry={entry}
              onDecide={(kind) =>
                decision.send({
                  type: 'user.opened',
                  entry: { id, name, decision: kind, hosts: hosts.join(', '), revision: String(revision), reason: '' },
                })
              }
              onOffer={() => offer.send({ type: 'user.opened', entry: { id, name, audience, companies: companies.join('\n') } })}
            />
          )
        })
      }
    </ListFrame>
  )
}

const Search = styled(SearchBox)`
  max-width: 24rem;
`

/** The toast for what the page emits. */
export function messageOf(fact: EnterpriseFact): string {
  switch (fact.type) {
    case 'audienceSaved':
      return messages.offer.done
    case 'publicationDecided':
      return messages.decision.done[fact.decision]
  }
}
