/** Systems in which people keep their customers, and talk to them. */
import { apiKey, basic, bearer, reading, readsFrom, writesTo, writing } from './define.ts'

const crm = 'CRM'
const talk = 'Communication'

const hubspotContact = {
  'properties.email': 'string',
  'properties.firstname': 'string',
  'properties.lastname': 'string',
}

export const customers = [
  readsFrom(
    {
      id: 'hubspot-contacts',
      name: 'HubSpot contacts',
      description:
        'Contacts of a HubSpot account. Needs the access token of a private app with the scope crm.objects.contacts.read.',
      category: crm,
      tags: ['hubspot', 'contacts'],
      documentation: 'https://developers.hubspot.com/docs/api/crm/contacts',
    },
    reading({
      url: 'https://api.hubapi.com/crm/v3/objects/contacts',
      auth: bearer,
      list: 'results',
      paging: { type: 'cursor', limit: 'limit', at: 'after', next: 'paging.next.after' },
    }),
    { id: 'string!', ...hubspotContact, createdAt: 'date!', updatedAt: 'date!', archived: 'boolean!' },
  ),
  writesTo(
    {
      id: 'hubspot-new-contacts',
      name: 'New HubSpot contacts',
      description:
        'Adds one contact per record. Needs the access token of a private app with the scope crm.objects.contacts.write.',
      category: crm,
      tags: ['hubspot', 'contacts'],
      documentation: 'https://developers.hubspot.com/docs/api/crm/contacts',
    },
    writing({ url: 'https://api.hubapi.com/crm/v3/objects/contacts', auth: bearer }),
    { ...hubspotContact, 'properties.phone': 'string', 'properties.company': 'string', 'properties.website': 'string' },
  ),
  readsFrom(
    {
      id: 'pipedrive-deals',
      name: 'Pipedrive deals',
      description: 'Deals of a Pipedrive company. Needs the API token of an account.',
      category: crm,
      tags: ['pipedrive', 'deals'],
      documentation: 'https://developers.pipedrive.com/docs/api/v1/Deals',
    },
    reading({
      url: 'https://api.pipedrive.com/v1/deals',
      auth: apiKey('query', 'api_token'),
      list: 'data',
      paging: { type: 'offset', limit: 'limit', at: 'start' },
    }),
    {
      id: 'integer!',
      title: 'string!',
      value: 'number',
      currency: 'string',
      status: 'string!',
      stage_id: 'integer',
      'person_id.name': 'string',
      'org_id.name': 'string',
      add_time: 'string',
      update_time: 'string',
      won_time: 'string',
    },
  ),
  readsFrom(
    {
      id: 'zendesk-tickets',
      name: 'Zendesk tickets',
      description:
        'Tickets of one Zendesk account. Needs an agent as the user, written name@example.com/token, and an API token as the password.',
      category: 'Support',
      tags: ['zendesk', 'tickets'],
      documentation: 'https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/',
    },
    reading({
      url: 'https://{{subdomain}}.zendesk.com/api/v2/tickets.json',
      auth: basic,
      list: 'tickets',
      paging: { type: 'cursor', limit: 'page[size]', at: 'page[after]', next: 'meta.after_cursor' },
    }),
    {
      id: 'integer!',
      subject: 'string',
      description: 'string',
      status: 'string!',
      priority: 'string',
      type: 'string',
      requester_id: 'integer!',
      assignee_id: 'integer',
      'tags[*]': 'string',
      created_at: 'date!',
      updated_at: 'date!',
    },
  ),
  readsFrom(
    {
      id: 'intercom-contacts',
      name: 'Intercom contacts',
      description: 'Contacts of an Intercom workspace. Needs an access token.',
      category: 'Support',
      tags: ['intercom', 'contacts'],
      documentation: 'https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts/listcontacts',
    },
    reading({
      url: 'https://api.intercom.io/contacts',
      auth: bearer,
      headers: { 'intercom-version': '2.11' },
      list: 'data',
      paging: { type: 'cursor', limit: 'per_page', at: 'starting_after', next: 'pages.next.starting_after' },
    }),
    {
      id: 'string!',
      external_id: 'string',
      role: 'string!',
      email: 'string',
      phone: 'string',
      name: 'string',
      created_at: 'integer!',
      updated_at: 'integer!',
      last_seen_at: 'integer',
      'location.country': 'string',
    },
  ),
  writesTo(
    {
      id: 'mailchimp-members',
      name: 'Mailchimp list members',
      description:
        'Adds one member per record to an audience. Needs any name as the user, an API key as the password, and its data centre, e.g. us21.',
      category: talk,
      tags: ['mailchimp', 'newsletter'],
      documentation: 'https://mailchimp.com/developer/marketing/api/list-members/add-member-to-list/',
    },
    writing({ url: 'https://{{dataCentre}}.api.mailchimp.com/3.0/lists/{{list}}/members', auth: basic }),
    {
      email_address: 'string!',
      status: 'string!',
      'merge_fields.FNAME': 'string',
      'merge_fields.LNAME': 'string',
      language: 'string',
      'tags[*]': 'string',
    },
  ),
  writesTo(
    {
      id: 'slack-messages',
      name: 'Slack messages',
      description: 'Posts one message per record into a channel. Needs the token of an app with the scope chat:write.',
      category: talk,
      tags: ['slack', 'messages'],
      documentation: 'https://docs.slack.dev/reference/methods/chat.postMessage/',
    },
    writing({ url: 'https://slack.com/api/chat.postMessage', auth: bearer }),
    { channel: 'string!', text: 'string!', thread_ts: 'string', mrkdwn: 'boolean', unfurl_links: 'boolean' },
  ),
]
