/** Styles of real APIs whose pages lead to each other. */
import { after, cursors, following, linkTo, number, plain, q, type Style } from './paging-shelf.ts'

export const followedStyles: readonly Style[] = [
  {
    name: 'Django REST framework by next address',
    paging: { type: 'nextUrl', limitParam: 'page_size', responsePathToNextCursor: 'next', responsePathToItems: 'results' },
    asks: cursors('cursor', 'page_size'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: { next: hasMore ? following(asked, 'cursor', cursor) : null, previous: null, results: records },
    }),
  },
  {
    name: 'OData by @odata.nextLink',
    paging: {
      type: 'nextUrl',
      limitParam: '$top',
      responsePathToNextCursor: '["@odata.nextLink"]',
      responsePathToItems: 'value',
    },
    asks: cursors('$skiptoken', '$top'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: { value: records, ...(hasMore ? { '@odata.nextLink': following(asked, '$skiptoken', cursor) } : {}) },
    }),
  },
  {
    name: 'Stripe: starting_after and has_more',
    paging: { type: 'lastId', cursorParam: 'starting_after', recordIdPath: 'rank', responsePathToItems: 'data' },
    asks: cursors('starting_after', 'limit'),
    answers: ({ records, hasMore }) => ({ body: { object: 'list', data: records, has_more: hasMore } }),
  },
  {
    name: 'GitHub: Link header over a root array',
    paging: { type: 'linkHeader', limitParam: 'per_page', responsePathToItems: '' },
    asks: cursors('after', 'per_page'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: plain(records),
      ...(hasMore ? { headers: linkTo(following(asked, 'after', cursor)) } : {}),
    }),
  },
  {
    name: 'HubSpot by paging.next.after',
    paging: {
      type: 'cursor',
      cursorParam: 'after',
      responsePathToNextCursor: 'paging.next.after',
      responsePathToItems: 'results',
    },
    asks: cursors('after', 'limit'),
    answers: ({ records, cursor, hasMore }) => ({
      body: { results: records, ...(hasMore ? { paging: { next: { after: cursor } } } : {}) },
    }),
  },
  {
    name: 'HubSpot by paging.next.link',
    paging: { type: 'nextUrl', responsePathToNextCursor: 'paging.next.link', responsePathToItems: 'results' },
    asks: cursors('after', 'limit'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: { results: records, ...(hasMore ? { paging: { next: { link: following(asked, 'after', cursor) } } } : {}) },
    }),
  },
  {
    name: 'Salesforce: nextRecordsUrl without an origin, done, totalSize',
    paging: { type: 'nextUrl', limitParam: '', responsePathToNextCursor: 'nextRecordsUrl', responsePathToItems: 'records' },
    asks: cursors('from', 'limit'),
    answers: ({ records, cursor, hasMore }, { url }) => ({
      body: { done: !hasMore, records, ...(hasMore ? { nextRecordsUrl: `${url.pathname}?from=${cursor}` } : {}) },
    }),
  },
  {
    name: 'Shopify REST: Link header with page_info',
    paging: { type: 'linkHeader', responsePathToItems: 'products' },
    asks: cursors('page_info', 'limit'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: { products: records },
      ...(hasMore ? { headers: linkTo(following(asked, 'page_info', cursor)) } : {}),
    }),
  },
  {
    name: 'Jira Cloud: nextPageToken and isLast',
    paging: {
      type: 'cursor',
      cursorParam: 'nextPageToken',
      responsePathToNextCursor: 'nextPageToken',
      responsePathToItems: 'issues',
    },
    asks: cursors('nextPageToken', 'limit'),
    answers: ({ records, cursor, hasMore }) => ({
      body: { issues: records, isLast: !hasMore, ...(hasMore ? { nextPageToken: cursor } : {}) },
    }),
  },
  {
    name: 'Slack: response_metadata.next_cursor, empty at the end',
    paging: { type: 'cursor', responsePathToNextCursor: 'response_metadata.next_cursor', responsePathToItems: 'members' },
    asks: cursors('cursor', 'limit'),
    answers: ({ records, cursor, hasMore }) => ({
      body: { ok: true, members: records, response_metadata: { next_cursor: hasMore ? cursor : '' } },
    }),
  },
  {
    name: 'Zendesk by cursor: meta.has_more and links.next',
    paging: {
      type: 'nextUrl',
      limitParam: 'page[size]',
      responsePathToNextCursor: 'links.next',
      responsePathToItems: 'tickets',
    },
    asks: cursors('page[after]', 'page[size]'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: { tickets: records, meta: { has_more: hasMore }, links: { next: following(asked, 'page[after]', cursor) } },
    }),
  },
  {
    name: 'Intercom: pages.next.starting_after',
    paging: {
      type: 'cursor',
      cursorParam: 'starting_after',
      limitParam: 'per_page',
      responsePathToNextCursor: 'pages.next.starting_after',
      responsePathToItems: 'data',
    },
    asks: cursors('starting_after', 'per_page'),
    answers: ({ records, cursor, hasMore, total }) => ({
      body: { data: records, total_count: total, pages: { next: hasMore ? { starting_after: cursor } : null } },
    }),
  },
  {
    name: 'Twilio: next_page_uri without an origin',
    paging: {
      type: 'nextUrl',
      limitParam: 'PageSize',
      responsePathToNextCursor: 'next_page_uri',
      responsePathToItems: 'messages',
    },
    asks: cursors('PageToken', 'PageSize'),
    answers: ({ records, cursor, hasMore }, { url }) => ({
      body: { messages: records, next_page_uri: hasMore ? `${url.pathname}?PageSize=20&PageToken=${cursor}` : null },
    }),
  },
  {
    name: 'Google: nextPageToken',
    paging: {
      type: 'cursor',
      limitParam: 'maxResults',
      cursorParam: 'pageToken',
      responsePathToNextCursor: 'nextPageToken',
      responsePathToItems: 'items',
    },
    asks: cursors('pageToken', 'maxResults'),
    answers: ({ records, cursor, hasMore }) => ({ body: { items: records, ...(hasMore ? { nextPageToken: cursor } : {}) } }),
  },
  {
    name: 'a cursor in a header',
    paging: {
      type: 'cursor',
      sendIn: 'header',
      cursorParam: 'X-Continuation',
      responsePathToNextCursor: 'continuation',
      responsePathToItems: 'documents',
    },
    asks: (asked) => ({ size: number(q(asked, 'limit'), 20), begin: after(asked.headers['x-continuation']) }),
    answers: ({ records, cursor, hasMore }) => ({ body: { documents: records, continuation: hasMore ? Number(cursor) : null } }),
  },
  {
    name: 'JSON:API: links.next',
    paging: { type: 'nextUrl', limitParam: 'page[size]', responsePathToNextCursor: 'links.next', responsePathToItems: 'data' },
    asks: cursors('page[cursor]', 'page[size]'),
    answers: ({ records, cursor, hasMore }, asked) => ({
      body: { data: records, links: hasMore ? { next: following(asked, 'page[cursor]', cursor) } : {} },
    }),
  },
]
