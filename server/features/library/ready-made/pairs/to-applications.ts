/** Pairs of two applications, and of a database table and an application. */
import type { Definition } from '../define.ts'
import { erpOrders, hubspot, mailchimp, salesforceContacts, slack, stripeCustomers, zendeskUsers } from './destinations.ts'
import { type Line, pair, read, table } from './pair.ts'

const customerTable = table('customers', {
  ...{ id: 'integer!', email: 'string!', first_name: 'string', last_name: 'string', phone: 'string' },
  ...{ city: 'string', country: 'string', updated_at: 'date' },
})

/** By the email address, so that a contact that exists is updated. */
const toHubspot = (email: string, more: readonly Line[]): Line[] => [
  ['id', email],
  ['idProperty', { fixed: 'email' }],
  ['properties.email', email],
  ...more,
]
/** Who is on the list already keeps the subscription. Everybody else is asked by email first: the source says nothing about consent. */
const toMailchimp = (email: string, first: string, last: string): Line[] => [
  ['email_address', email],
  ['status_if_new', { fixed: 'pending' }],
  ['merge_fields.FNAME', first],
  ['merge_fields.LNAME', last],
]
export const toApplications: readonly Definition[] = [
  pair({
    ...{ id: 'stripe-customers-to-hubspot', name: 'Stripe customers to HubSpot', category: 'CRM' },
    description: 'Adds or updates one HubSpot contact per Stripe customer, by email address.',
    from: read('stripe-customers'),
    to: hubspot,
    lines: toHubspot('email', [
      ['properties.firstname', 'name'],
      ['properties.phone', 'phone'],
      ['properties.city', 'address.city'],
      ['properties.country', 'address.country'],
    ]),
  }),
  pair({
    ...{ id: 'intercom-contacts-to-hubspot', name: 'Intercom contacts to HubSpot', category: 'CRM' },
    description: 'Adds or updates one HubSpot contact per Intercom contact, by email address.',
    from: read('intercom-contacts'),
    to: hubspot,
    lines: toHubspot('email', [
      ['properties.firstname', 'name'],
      ['properties.phone', 'phone'],
      ['properties.country', 'location.country'],
    ]),
  }),
  pair({
    ...{ id: 'customers-table-to-hubspot', name: 'Database customers to HubSpot', category: 'CRM' },
    description: 'Adds or updates one HubSpot contact per row, by email address.',
    from: customerTable,
    to: hubspot,
    lines: toHubspot('email', [
      ['properties.firstname', 'first_name'],
      ['properties.lastname', 'last_name'],
      ['properties.phone', 'phone'],
      ['properties.city', 'city'],
      ['properties.country', 'country'],
    ]),
  }),
  pair({
    ...{ id: 'hubspot-contacts-to-mailchimp', name: 'HubSpot contacts to Mailchimp', category: 'Communication' },
    description: 'Adds or updates one audience member per HubSpot contact.',
    from: read('hubspot-contacts'),
    to: mailchimp,
    lines: toMailchimp('properties.email', 'properties.firstname', 'properties.lastname'),
  }),
  pair({
    ...{ id: 'woocommerce-orders-to-mailchimp', name: 'WooCommerce customers to Mailchimp', category: 'Communication' },
    description: 'Adds or updates one audience member per order, by the billing email address.',
    from: read('woocommerce-orders'),
    to: mailchimp,
    lines: toMailchimp('billing.email', 'billing.first_name', 'billing.last_name'),
  }),
  pair({
    ...{ id: 'customers-table-to-mailchimp', name: 'Database customers to Mailchimp', category: 'Communication' },
    description: 'Adds or updates one audience member per row.',
    from: customerTable,
    to: mailchimp,
    lines: toMailchimp('email', 'first_name', 'last_name'),
  }),
  pair({
    ...{ id: 'customers-table-to-stripe', name: 'Database customers to Stripe', category: 'Commerce' },
    description: 'Creates one Stripe customer per row.',
    from: customerTable,
    to: stripeCustomers,
    lines: [
      ['email', 'email'],
      ['name', { joined: ['first_name', 'last_name'], by: ' ' }],
      ['phone', 'phone'],
      ['address.city', 'city'],
      ['address.country', 'country'],
      ['metadata.id', 'id'],
    ],
  }),
  pair({
    ...{ id: 'customers-table-to-zendesk', name: 'Database customers to Zendesk', category: 'Support' },
    description: 'Creates or updates one Zendesk user per row, by email address.',
    from: customerTable,
    to: zendeskUsers,
    lines: [
      ['user.email', 'email'],
      ['user.name', { joined: ['first_name', 'last_name'], by: ' ' }],
      ['user.phone', 'phone'],
      ['user.external_id', 'id'],
    ],
  }),
  pair({
    ...{ id: 'customers-table-to-salesforce', name: 'Database customers to Salesforce', category: 'CRM' },
    description: 'Creates or updates one Salesforce contact per row, by an external ID.',
    from: customerTable,
    to: salesforceContacts,
    lines: [
      ['attributes.type', { fixed: 'Contact' }],
      ['External_Id__c', 'id'],
      ['LastName', 'last_name'],
      ['FirstName', 'first_name'],
      ['Email', 'email'],
      ['Phone', 'phone'],
      ['MailingCity', 'city'],
    ],
  }),
  pair({
    ...{ id: 'shopify-orders-to-erp', name: 'Shopify orders to your ERP', category: 'Commerce' },
    description: 'Creates or updates one order per Shopify order, at its own URL.',
    from: read('shopify-orders'),
    to: erpOrders,
    lines: [
      ['number', 'name'],
      ['orderedAt', 'created_at'],
      ['currency', 'currency'],
      ['total', 'total_price'],
      ['customer.email', 'customer.email'],
      ['customer.name', { joined: ['customer.first_name', 'customer.last_name'], by: ' ' }],
      ['lines[*].sku', 'line_items[*].sku'],
      ['lines[*].quantity', 'line_items[*].quantity'],
      ['lines[*].price', 'line_items[*].price'],
    ],
  }),
  pair({
    ...{ id: 'woocommerce-orders-to-slack', name: 'WooCommerce orders to Slack', category: 'Communication' },
    description: 'Posts one Slack message per order.',
    from: read('woocommerce-orders'),
    to: slack,
    lines: [
      ['channel', { fixed: '#orders' }],
      ['text', { joined: ['number', 'total', 'currency', 'billing.last_name'], by: ' · ' }],
    ],
  }),
  pair({
    ...{ id: 'zendesk-tickets-to-slack', name: 'Zendesk tickets to Slack', category: 'Communication' },
    description: 'Posts one Slack message per ticket.',
    from: read('zendesk-tickets'),
    to: slack,
    lines: [
      ['channel', { fixed: '#support' }],
      ['text', { joined: ['id', 'status', 'priority', 'subject'], by: ' · ' }],
    ],
  }),
  pair({
    ...{ id: 'github-issues-to-slack', name: 'GitHub issues to Slack', category: 'Communication' },
    description: 'Posts one Slack message per issue.',
    from: read('github-issues'),
    to: slack,
    lines: [
      ['channel', { fixed: '#development' }],
      ['text', { joined: ['number', 'state', 'title', 'html_url'], by: ' · ' }],
    ],
  }),
]
