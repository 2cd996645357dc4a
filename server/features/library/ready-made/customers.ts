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
      description: 'Reads all contacts of your HubSpot account.',
      category: crm,
      tags: ['hubspot', 'contacts'],
      rights: ['Private app token with the scope crm.objects.contacts.read'],
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
      description: 'Adds one HubSpot contact per record.',
      category: crm,
      tags: ['hubspot', 'contacts'],
      rights: ['Private app token with the scope crm.objects.contacts.write'],
      documentation: 'https://developers.hubspot.com/docs/api/crm/contacts',
    },
    writing({ url: 'https://api.hubapi.com/crm/v3/objects/contacts', auth: bearer }),
    { ...hubspotContact, 'properties.phone': 'string', 'properties.company': 'string', 'properties.website': 'string' },
  ),
  readsFrom(
    {
      id: 'pipedrive-deals',
      name: 'Pipedrive deals',
      description: 'Reads the deals of your Pipedrive company.',
      category: crm,
      tags: ['pipedrive', 'deals'],
      rights: ['API token of your Pipedrive account'],
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
      description: 'Reads the tickets of your Zendesk account.',
      category: 'Support',
      tags: ['zendesk', 'tickets'],
      rights: ['Agent email followed by /token as the user name, such as name@example.com/token', 'API token as the password'],
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
      description: 'Reads the contacts of your Intercom workspace.',
      category: 'Support',
      tags: ['intercom', 'contacts'],
      rights: ['Access token that can read contacts'],
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
      description: 'Adds one audience member per record.',
      category: talk,
      tags: ['mailchimp', 'newsletter'],
      rights: ['API key as the password; any user name works', 'Data center of your account, such as us21'],
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
      description: 'Posts one Slack message per record to a channel.',
      category: talk,
      tags: ['slack', 'messages'],
      rights: ['App token with the scope chat:write'],
      documentation: 'https://docs.slack.dev/reference/methods/chat.postMessage/',
    },
    writing({ url: 'https://slack.com/api/chat.postMessage', auth: bearer }),
    { channel: 'string!', text: 'string!', thread_ts: 'string', mrkdwn: 'boolean', unfurl_links: 'boolean' },
  ),
]
