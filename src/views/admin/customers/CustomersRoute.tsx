import { useMemo } from 'react'
import styled from 'styled-components'

import { companyStates } from '#contract/admin/company.lifecycle.ts'
import { customerSorts, customersPerPage } from '#contract/admin/customer-limits.ts'
import type { Customer } from '#contract/admin/customers.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { customersMachine } from '../../../services/admin/customers.actors.ts'
import { space } from '../../../theme/theme.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { navigate } from '../../kit/browser-location.ts'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { AdminFrame } from '../AdminFrame.tsx'
import { AddCustomer } from './AddCustomerSection.tsx'
import { BulkSection } from './BulkSection.tsx'
import { CustomerJob } from './CustomerJobSection.tsx'
import { CustomersTable } from './CustomersTable.tsx'
import { customersMessages as messages } from './customers.messages.ts'

/** The companies of the installation. Search, status, order and page are in the address; a row leads to the page of its company. */
export function CustomersRoute() {
  const { read, page, move } = usePlace()
  const search = read('search') ?? ''
  const status = companyStates.find((it) => it === read('status'))
  const sort = customerSorts.find((it) => it === read('sort')) ?? 'attention'
  const first = sort === 'attention' || sort === 'lastActive' ? 'descending' : 'ascending'
  const direction = (['ascending', 'descending'] as const).find((it) => it === read('order')) ?? first
  const turned = direction === 'ascending' ? 'descending' : 'ascending'
  const query = { search: search.trim(), status, sort, direction, page }
  return (
    <AdminFrame title={messages.title} tab="customers" actions={<AddCustomer />}>
      <Tools>
        <SearchBox
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          value={search}
          onChange={({ target }) => move({ search: target.value, page: null }, true)}
        />
        <FilterChips
          label={messages.filter}
          options={(['all', ...companyStates] as const).map((value) => ({ value, name: messages.filters[value], count: null }))}
          value={status ?? 'all'}
          onChoose={(it) => move({ status: it === 'all' ? null : it, page: null })}
        />
      </Tools>
      <Listed
        key={JSON.stringify(query)}
        query={query}
        onSort={(by) => move({ sort: by, order: by === sort ? turned : null, page: null })}
      />
    </AdminFrame>
  )
}

type Wanted = {
  readonly search: string
  readonly status: string | undefined
  readonly sort: string
  readonly direction: 'ascending' | 'descending'
  readonly page: number
}
type ListedProps = { readonly query: Wanted; readonly onSort: (by: string) => void }

function Listed({ query, onSort }: ListedProps) {
  const access = useAccess()
  const { page, move } = usePlace()
  const actor = useMachine(() => customersMachine(access), [access], { query })
  const changed = useMemo(() => () => actor.send({ type: 'user.refreshed' }), [actor])
  const isNarrowed = query.search !== '' || query.status !== undefined
  return (
    <ListFrame<Customer>
      actor={actor}
      name={messages.name}
      isBare
      empty={
        <EmptyState title={isNarrowed ? messages.noneFits : messages.none}>
          <p>{isNarrowed ? messages.noneFitsMore : messages.noneMore}</p>
        </EmptyState>
      }
    >
      {({ items, total }) => (
        <>
          <CustomersTable
            customers={items}
            sort={{ by: query.sort, direction: query.direction }}
            onSort={onSort}
            onOpen={(id) => navigate(`/admin/customers/${id}`)}
          />
          <NumberedPager
            name={messages.name}
            page={page}
            pageSize={customersPerPage}
            total={total}
            onPage={(it) => move({ page: String(it) })}
          />
          <Row>
            <BulkSection filter={{ search: query.search, status: query.status ?? '' }} onChanged={changed} />
          </Row>
          <CustomerJob />
        </>
      )}
    </ListFrame>
  )
}

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[12]};

  & > input {
    flex: 1 1 14rem;
    max-width: 24rem;
  }
`
