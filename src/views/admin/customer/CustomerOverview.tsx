import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { CompanyExport } from '#contract/admin/company-export.ts'
import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import type {
  CustomerDecision,
  CustomerForm,
  CustomerPageActor,
  CustomerTab,
} from '../../../machines/admin/customer.page.machine.ts'
import { space } from '../../../theme/theme.ts'
import { useChild } from '../../kit/actors/use-child.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { CustomerAside } from './CustomerAside.tsx'
import { CustomerPart } from './CustomerPart.tsx'
import { CustomerStats } from './CustomerStats.tsx'
import { CustomerConnectors, CustomerPeople } from './CustomerTables.tsx'
import { CustomerUsage } from './CustomerUsage.tsx'
import { customerMessages as messages } from './customer.messages.ts'

type OverviewProps = {
  readonly page: CustomerPageActor
  readonly customer: CustomerDetails
  readonly summary: CustomerSummary
  readonly onTab: (tab: CustomerTab) => void
  readonly onOpen: (form: CustomerForm) => void
  readonly onPlan: (decision: CustomerDecision, id: string) => void
}

/** What an operator looks for first: figures, connectors with trouble, people without MFA, usage, money and notes. */
export function CustomerOverview({ page, customer, summary, onTab, onOpen, onPlan }: OverviewProps) {
  const file = useSelector(useChild(page, 'exportFile'), selectPage<CompanyExport>)?.items[0] ?? null
  const { connectors, people, usage } = summary
  return (
    <Rows>
      <CustomerStats customer={customer} summary={summary} />
      <Columns>
        <Main>
          <CustomerPart
            title={messages.connectors.title}
            total={customer.connectors}
            note={messages.connectors.note(customer.connectors)}
            onAll={() => onTab('connectors')}
          >
            {connectors.length === 0 ? <Hint>{messages.connectors.none}</Hint> : <CustomerConnectors connectors={connectors} />}
          </CustomerPart>
          <CustomerPart
            title={messages.people.title}
            total={people.total}
            note={messages.people.note(number(people.total), people.withoutSecondFactor)}
            onAll={() => onTab('people')}
          >
            {people.total === 0 ? <Hint>{messages.people.none}</Hint> : <CustomerPeople people={people.first} />}
            {customer.invited.length === 0 ? null : (
              <Hint>{messages.people.invited(customer.invited.map(({ email }) => email).join(', '))}</Hint>
            )}
          </CustomerPart>
          <section aria-label={messages.usage.title}>
            <SectionHeader title={messages.usage.title} />
            <CustomerUsage usage={usage} />
          </section>
        </Main>
        <CustomerAside
          customer={customer}
          summary={summary}
          file={file}
          onInvoices={() => onTab('invoices')}
          onNote={() => onOpen('note')}
          onDeleteNote={(id) => onPlan('deleteNote', id)}
          onDownload={() => onPlan('download', customer.id)}
        />
      </Columns>
    </Rows>
  )
}

const Rows = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
`

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 320px;
  gap: ${space[24]} 40px;

  @media (max-width: 74rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Main = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[24]};
  min-width: 0;
`
