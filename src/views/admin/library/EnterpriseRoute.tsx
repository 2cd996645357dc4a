import styled from 'styled-components'

import type { EnterpriseEntry } from '#contract/library/enterprise.ts'
import { enterprisePerPage } from '#contract/library/enterprise-limits.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { enterpriseMachine } from '../../../services/admin/enterprise.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { AdminFrame } from '../AdminFrame.tsx'
import { EnterpriseSection } from './EnterpriseSection.tsx'
import { EnterpriseTable } from './EnterpriseTable.tsx'
import { enterpriseMessages as messages } from './enterprise.messages.ts'

/** Published connectors of all companies, for the operator. Search, page and the open row stand in the address. */
export function EnterpriseRoute() {
  const { read, page, move } = usePlace()
  const written = read('search') ?? ''
  return (
    <AdminFrame title={messages.title} tab="library">
      <Search
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        spellCheck={false}
        value={written}
        onChange={({ target }) => move({ search: target.value, page: null, open: null }, true)}
      />
      <Listed key={`${page} ${written.trim()}`} search={written.trim()} />
    </AdminFrame>
  )
}

function Listed({ search }: { readonly search: string }) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const actor = useMachine(() => enterpriseMachine(access), [access], { query: { search, page } })
  const openId = read('open')
  return (
    <ListFrame<EnterpriseEntry>
      actor={actor}
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
            drawOpened={({ id }) => <EnterpriseSection id={id} onChanged={() => actor.send({ type: 'user.refreshed' })} />}
          />
          <NumberedPager
            name={messages.name}
            page={page}
            pageSize={enterprisePerPage}
            total={total}
            onPage={(it) => move({ page: String(it), open: null })}
          />
        </>
      )}
    </ListFrame>
  )
}

const Search = styled(SearchBox)`
  max-width: 24rem;
`
