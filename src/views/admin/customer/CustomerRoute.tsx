import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import { customersPerPage } from '#contract/admin/customer-limits.ts'
import type { CustomerChange, CustomerConnector, CustomerPerson, CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import {
  type CustomerDecision,
  type CustomerFact,
  type CustomerForm,
  type CustomerPageActor,
  type CustomerTab,
  customerDecisions,
} from '../../../machines/admin/customer.page.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { customerPageOf, openedCustomer } from '../../../services/admin/customer-page.actors.ts'
import { OperatorInvoices } from '../../billing/operator/OperatorSection.tsx'
import { ReceivedSection } from '../../help/received/ReceivedSection.tsx'
import { useChild } from '../../kit/actors/use-child.ts'
import { usePage } from '../../kit/actors/use-page.ts'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Avatar } from '../../kit/identity/Avatar.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { customersMessages } from '../customers/customers.messages.ts'
import { noInvoices } from './CustomerAside.tsx'
import { CustomerForms, entryOf } from './CustomerForms.tsx'
import { CustomerActions, CustomerBadges, CustomerState, CustomerSub } from './CustomerHead.tsx'
import { CustomerLook } from './CustomerLook.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'
import { CustomerChanges, CustomerConnectors, CustomerPeople } from './CustomerTables.tsx'
import { CustomerUsage } from './CustomerUsage.tsx'
import { customerMessages as messages } from './customer.messages.ts'

type RouteProps = { readonly id: string }

/** The page of one customer, for the operator. Tab and page are in the address. */
export function CustomerRoute({ id }: RouteProps) {
  const access = useAccess()
  const page = usePage(
    useMemo(() => customerPageOf(access, id), [access, id]),
    openedCustomer(),
    messageOf,
  )
  return (
    <Customer
      page={page}
      drawTab={{
        invoices: (bill) => <Invoices id={id} page={page} bill={bill} />,
        support: () => <ReceivedSection companyId={id} empty={<Hint>{messages.support.none}</Hint>} />,
      }}
    />
  )
}

type CustomerProps = {
  readonly page: CustomerPageActor
  /** Tabs that other features draw. */
  readonly drawTab: Readonly<Record<'invoices' | 'support', (bill: CustomerSummary['bill']) => ReactNode>>
}

const above = [
  { label: customersMessages.console, href: '/admin' },
  { label: customersMessages.title, href: '/admin/customers' },
]

export function Customer(props: CustomerProps) {
  const problem = useContextOf(props.page, 'problem')
  if (problem === null) return <Parts {...props} />
  return (
    <PageFrame title={messages.loading} above={above}>
      <RetryAlert problem={problem} canRetry onRetry={() => props.page.send({ type: 'user.reloaded' })} />
    </PageFrame>
  )
}

function Parts({ page, drawTab }: CustomerProps) {
  const [record, figures, form, decision] = [
    useChild(page, 'customer'),
    useChild(page, 'summary'),
    useChild(page, 'form'),
    useChild(page, 'decision'),
  ]
  const customer = useSelector(record, selectPage<CustomerDetails>)?.items[0] ?? null
  const summary = useSelector(figures, selectPage<CustomerSummary>)?.items[0] ?? null
  const tab = useContextOf(page, 'tab')
  const open = (of: CustomerForm) => {
    if (customer !== null) form.send({ type: 'user.opened', entry: entryOf(of, customer) })
  }
  const plan = (kind: CustomerDecision, id: string) =>
    decision.send({ type: 'user.planned', action: { kind, id, choice: customer?.name ?? '' } })
  const choose = (of: CustomerTab) => page.send({ type: 'user.opened', tab: of })
  return (
    <PageFrame
      title={customer?.name ?? messages.loading}
      above={above}
      {...(customer === null
        ? {}
        : {
            mark: <Avatar name={customer.name} size="m" isSquare />,
            badges: <CustomerBadges customer={customer} failing={summary?.failing ?? 0} />,
            sub: <CustomerSub customer={customer} />,
            actions: <CustomerActions customer={customer} onOpen={open} onPlan={plan} />,
          })}
    >
      <ListFrame<CustomerDetails> actor={record} name={messages.name} empty={null} isBare>
        {({ items }) =>
          items.map((it) => (
            <Stack key={it.id}>
              {it.look === null ? null : (
                <CustomerLook page={page} name={it.name} look={it.look} onEnd={() => plan('lookEnd', it.id)} />
              )}
              <CustomerState customer={it} onPlan={plan} />
              <Tabs<CustomerTab>
                label={messages.tabsLabel}
                tabs={messages.tabs}
                isTally
                counts={{
                  people: summary?.people.total ?? 0,
                  connectors: it.connectors,
                  invoices: summary?.invoices.total ?? 0,
                  support: summary?.openRequests ?? 0,
                }}
                chosen={tab}
                onChoose={choose}
              >
                {tab === 'people' || tab === 'connectors' || tab === 'audit' ? (
                  <Rows page={page} tab={tab} customer={it} />
                ) : (
                  <ListFrame<CustomerSummary> actor={figures} name={messages.tabs[tab]} empty={null} isBare>
                    {({ items: [first] }) =>
                      first === undefined ? null : tab === 'overview' ? (
                        <CustomerOverview page={page} customer={it} summary={first} onTab={choose} onOpen={open} onPlan={plan} />
                      ) : tab === 'usage' ? (
                        <CustomerUsage usage={first.usage} />
                      ) : (
                        drawTab[tab](first.bill)
                      )
                    }
                  </ListFrame>
                )}
              </Tabs>
            </Stack>
          ))
        }
      </ListFrame>
      <CustomerForms actor={form} summary={summary} isMailed={customer?.isMailed ?? true} />
      <CustomerDecisions actor={decision} isMailed={customer?.isMailed ?? true} />
    </PageFrame>
  )
}

type RowsProps = {
  readonly page: CustomerPageActor
  readonly tab: 'people' | 'connectors' | 'audit'
  readonly customer: CustomerDetails
}

const Invited = ({ invited }: Pick<CustomerDetails, 'invited'>) =>
  invited.length === 0 ? null : <Hint>{messages.people.invited(invited.map(({ email }) => email).join(', '))}</Hint>

const emptyTexts = { people: messages.people.none, connectors: messages.connectors.none, audit: messages.changes.none } as const

const Empty = ({ tab, customer }: Omit<RowsProps, 'page'>) => (
  <Stack>
    <Hint>{emptyTexts[tab]}</Hint>
    {tab === 'people' ? <Invited invited={customer.invited} /> : null}
  </Stack>
)

/** One page of the list of a tab. */
function Rows({ page, tab, customer }: RowsProps) {
  const rows = useChild(page, 'rows')
  const at = useContextOf(page, 'page')
  return (
    <ListFrame<unknown> actor={rows} name={messages.tabs[tab]} isBare empty={<Empty tab={tab} customer={customer} />}>
      {({ items, total }) => (
        <Stack>
          {tab === 'people' ? (
            <CustomerPeople people={items as readonly CustomerPerson[]} />
          ) : tab === 'connectors' ? (
            <CustomerConnectors connectors={items as readonly CustomerConnector[]} />
          ) : (
            <CustomerChanges changes={items as readonly CustomerChange[]} />
          )}
          {tab === 'people' ? <Invited invited={customer.invited} /> : null}
          <NumberedPager
            name={messages.tabs[tab]}
            page={at}
            pageSize={customersPerPage}
            total={total}
            onPage={(to) => page.send({ type: 'user.turned', page: to })}
          />
        </Stack>
      )}
    </ListFrame>
  )
}

type InvoicesProps = RouteProps & { readonly page: CustomerPageActor; readonly bill: CustomerSummary['bill'] }

function Invoices({ id, page, bill }: InvoicesProps) {
  const at = useContextOf(page, 'page')
  return (
    <OperatorInvoices
      key={at}
      companyId={id}
      page={at}
      empty={<Hint>{noInvoices(bill)}</Hint>}
      onPage={(to) => page.send({ type: 'user.turned', page: to })}
      onChanged={() => page.send({ type: 'user.changed' })}
    />
  )
}

/** The toast for what the page emits. */
export function messageOf(fact: CustomerFact): string {
  switch (fact.type) {
    case 'formSaved':
      return messages.forms[fact.form].done(fact.entry['name'] ?? '')
    case 'decisionDone':
      return messages.decisions[fact.decision].done(fact.name)
  }
}

/** Decisions after which the administrators of the company get an email. */
const mailing: readonly CustomerDecision[] = ['reactivate', 'restore']

/** Asks before a decision is carried out; `choice` of the planned action is the name of the company. */
function CustomerDecisions({ actor, isMailed }: { readonly actor: ConfirmedActionActor; readonly isMailed: boolean }) {
  const planned = useSelector(actor, selectAction)
  const decision = customerDecisions.find((it) => it === planned?.kind)
  if (planned === null || decision === undefined) return null
  const { title, text, confirm } = messages.decisions[decision]
  return (
    <ConfirmedAction actor={actor} title={title(planned.choice ?? '')} confirm={confirm} isDangerous={decision === 'deleteNote'}>
      <p>{text}</p>
      {isMailed || !mailing.includes(decision) ? null : <p>{messages.unmailed}</p>}
    </ConfirmedAction>
  )
}
