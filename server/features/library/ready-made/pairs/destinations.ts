/** Destinations of the pairs: what is sent, at which URL and how the response is read. */
import { basic, bearer, writing } from '../define.ts'
import type { To } from './pair.ts'

const contactProperties = {
  'properties.email': 'string!',
  'properties.firstname': 'string',
  'properties.lastname': 'string',
  'properties.phone': 'string',
  'properties.city': 'string',
  'properties.country': 'string',
}

export const hubspot: To = {
  destination: {
    ...writing({ url: 'https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert', auth: bearer }),
    operation: { do: 'each', parameters: [], answer: { preset: 'hubspotBatch' } },
  },
  fields: { id: 'string!', idProperty: 'string!', ...contactProperties },
  rights: ['Private app token with the scope crm.objects.contacts.write'],
  tags: ['hubspot', 'contacts'],
  documentation: 'https://developers.hubspot.com/docs/api/crm/contacts',
  together: { member: 'inputs', size: 100 },
}

export const mailchimp: To = {
  destination: {
    ...writing({ url: 'https://{{dataCentre}}.api.mailchimp.com/3.0/lists/{{list}}/members/{email}', auth: basic }),
    requestMethod: 'PUT',
    operation: { do: 'update', parameters: [{ in: 'path', name: 'email', field: 'email_address', alsoInBody: true }] },
  },
  fields: { email_address: 'string!', status_if_new: 'string!', 'merge_fields.FNAME': 'string', 'merge_fields.LNAME': 'string' },
  rights: ['API key as the password. Any user name works', 'Data center of your account, such as us21'],
  tags: ['mailchimp', 'newsletter'],
  documentation: 'https://mailchimp.com/developer/marketing/api/list-members/add-or-update-list-member/',
}

export const slack: To = {
  destination: writing({ url: 'https://slack.com/api/chat.postMessage', auth: bearer }),
  fields: { channel: 'string!', text: 'string!' },
  rights: ['App token with the scope chat:write', 'Name of the channel in the mapping'],
  tags: ['slack', 'messages'],
  documentation: 'https://docs.slack.dev/reference/methods/chat.postMessage/',
}

export const stripeCustomers: To = {
  destination: {
    ...writing({ url: 'https://api.stripe.com/v1/customers', auth: bearer }),
    honoursKeys: true,
    // Each request creates a customer, so a row that is as it was is not sent again.
    onlyChanged: true,
    operation: { do: 'each', parameters: [], bodyFormat: 'form', idPath: 'id' },
  },
  fields: {
    email: 'string!',
    name: 'string',
    phone: 'string',
    'address.city': 'string',
    'address.country': 'string',
    'metadata.id': 'string',
  },
  rights: ['Secret or restricted key that can write customers'],
  tags: ['stripe', 'payments', 'customers'],
  documentation: 'https://docs.stripe.com/api/customers/create',
}

export const zendeskUsers: To = {
  destination: {
    ...writing({ url: 'https://{{subdomain}}.zendesk.com/api/v2/users/create_or_update.json', auth: basic }),
    operation: { do: 'each', parameters: [], idPath: 'user.id' },
  },
  fields: { 'user.email': 'string!', 'user.name': 'string!', 'user.phone': 'string', 'user.external_id': 'string' },
  rights: ['Agent email followed by /token as the user name, such as name@example.com/token', 'API token as the password'],
  tags: ['zendesk', 'users'],
  documentation: 'https://developer.zendesk.com/api-reference/ticketing/users/users/#create-or-update-user',
}

export const salesforceContacts: To = {
  destination: {
    ...writing({
      url: 'https://{{domain}}.my.salesforce.com/services/data/v60.0/composite/sobjects/Contact/{{externalIdField}}',
      auth: { type: 'oauth2ClientCredentials', tokenUrl: '', clientId: '', clientSecret: '' },
    }),
    requestMethod: 'PATCH',
    operation: {
      ...{ do: 'own', parameters: [], answer: { preset: 'salesforceCollections' } },
      around: [{ path: 'allOrNone', value: false }],
    },
  },
  fields: {
    'attributes.type': 'string!',
    ...{ External_Id__c: 'string!', LastName: 'string!', FirstName: 'string', Email: 'string', Phone: 'string' },
    MailingCity: 'string',
  },
  rights: ['External client app with the client credentials flow', 'External ID field External_Id__c on Contact'],
  tags: ['salesforce', 'contacts', 'crm'],
  documentation:
    'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_upsert.htm',
  together: { member: 'records', size: 200 },
}

export const erpOrders: To = {
  destination: {
    ...writing({ url: 'https://{{erp}}/orders/{number}', auth: bearer }),
    requestMethod: 'PUT',
    operation: { do: 'update', parameters: [{ in: 'path', name: 'number', field: 'number', alsoInBody: true }] },
  },
  fields: {
    ...{ number: 'string!', orderedAt: 'date', currency: 'string!', total: 'number!', 'customer.email': 'string' },
    ...{ 'customer.name': 'string', 'lines[*].sku': 'string', 'lines[*].quantity': 'integer', 'lines[*].price': 'number' },
  },
  rights: ['Token that can write orders, and the path at which your system takes one order'],
  tags: ['erp', 'orders'],
  documentation: null,
}
