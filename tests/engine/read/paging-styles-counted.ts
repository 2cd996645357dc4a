/** Styles of real APIs whose pages are counted. */
import { following, linkTo, nextPage, number, offsets, pages, plain, q, type Style } from './paging-shelf.ts'

export const countedStyles: readonly Style[] = [
  {
    name: 'Spring Data: pages from 0, totalElements, last',
    paging: { type: 'page', pageParam: 'page', limitParam: 'size', firstPage: 0, responsePathToItems: 'content' },
    asks: pages('page', 'size', 0),
    answers: ({ records, total, hasMore }) => ({ body: { content: records, totalElements: total, last: !hasMore } }),
  },
  {
    name: 'Spring Data without a number for the first page',
    paging: { type: 'page', pageParam: 'page', limitParam: 'size', responsePathToItems: 'content' },
    asks: pages('page', 'size', 0),
    answers: ({ records, total, hasMore }) => ({ body: { content: records, totalElements: total, last: !hasMore } }),
  },
  {
    name: 'Spring Data 3: page.totalElements',
    paging: { type: 'page', pageParam: 'page', limitParam: 'size', firstPage: 0, responsePathToItems: 'content' },
    asks: pages('page', 'size', 0),
    answers: ({ records, total }, asked) => ({
      body: { content: records, page: { size: 20, number: number(q(asked, 'page'), 0), totalElements: total } },
    }),
  },
  {
    name: 'Django REST framework by page number',
    paging: { type: 'page', limitParam: 'page_size', responsePathToItems: 'results' },
    asks: pages('page', 'page_size', 1),
    answers: ({ records, total, hasMore }, asked) => ({
      body: { count: total, next: hasMore ? following(asked, 'page', nextPage(asked, 1)) : null, results: records },
    }),
  },
  {
    name: 'OData by $skip and $top with @odata.count',
    paging: { type: 'offset', limitParam: '$top', offsetParam: '$skip', responsePathToItems: 'value' },
    asks: offsets('$skip', '$top'),
    answers: ({ records, total }) => ({ body: { '@odata.count': total, value: records } }),
  },
  {
    name: 'GitLab: pages, Link header and X-Total',
    paging: { type: 'page', limitParam: 'per_page', firstPage: 1, responsePathToItems: '' },
    asks: pages('page', 'per_page', 1),
    answers: ({ records, total, hasMore }, asked) => ({
      body: plain(records),
      headers: { 'x-total': String(total), ...(hasMore ? linkTo(following(asked, 'page', nextPage(asked, 1))) : {}) },
    }),
  },
  {
    name: 'Jira Server: startAt, maxResults, total',
    paging: { type: 'offset', offsetParam: 'startAt', limitParam: 'maxResults', responsePathToItems: 'issues' },
    asks: offsets('startAt', 'maxResults'),
    answers: ({ records, total }) => ({ body: { startAt: 0, maxResults: 20, total, issues: records } }),
  },
  {
    name: 'Elasticsearch: from and size in the body',
    method: 'POST',
    paging: {
      type: 'offset',
      sendIn: 'body',
      limitParam: 'size',
      offsetParam: 'from',
      responsePathToTotal: 'hits.total.value',
      responsePathToItems: 'hits.hits',
    },
    asks: ({ body }) => ({ size: number(body['size'], 20), begin: { at: number(body['from'], 0) } }),
    answers: ({ records, total }) => ({ body: { hits: { total: { value: total, relation: 'eq' }, hits: records } } }),
  },
  {
    name: 'Zendesk by page: next_page and count',
    paging: { type: 'page', limitParam: 'per_page', responsePathToItems: 'tickets' },
    asks: pages('page', 'per_page', 1),
    answers: ({ records, total, hasMore }, asked) => ({
      body: { tickets: records, count: total, next_page: hasMore ? following(asked, 'page', nextPage(asked, 1)) : null },
    }),
  },
  {
    name: 'WordPress: pages and X-WP-Total',
    paging: { type: 'page', limitParam: 'per_page', firstPage: 1, responsePathToItems: '' },
    asks: pages('page', 'per_page', 1),
    answers: ({ records, total }) => ({ body: plain(records), headers: { 'x-wp-total': String(total) } }),
  },
  {
    name: 'Laravel: meta.total and links.next',
    paging: { type: 'page', limitParam: 'per_page', responsePathToItems: 'data' },
    asks: pages('page', 'per_page', 1),
    answers: ({ records, total, hasMore }, asked) => ({
      body: {
        data: records,
        links: { next: hasMore ? following(asked, 'page', nextPage(asked, 1)) : null },
        meta: { current_page: nextPage(asked, 1) - 1, total },
      },
    }),
  },
  {
    name: 'json-server: _page, _limit and X-Total-Count',
    paging: { type: 'page', pageParam: '_page', limitParam: '_limit', responsePathToItems: '' },
    asks: pages('_page', '_limit', 1),
    answers: ({ records, total }) => ({ body: plain(records), headers: { 'x-total-count': String(total) } }),
  },
  {
    name: 'offset with has_more',
    paging: { type: 'offset', responsePathToItems: 'items' },
    asks: offsets('offset', 'limit'),
    answers: ({ records, hasMore, total }) => ({ body: { items: records, has_more: hasMore, total } }),
  },
  {
    name: 'offset with nothing but its records (parse-server)',
    paging: { type: 'offset', offsetParam: 'skip', responsePathToItems: 'results' },
    asks: offsets('skip', 'limit'),
    answers: ({ records }) => ({ body: { results: records } }),
    isBare: true,
  },
  {
    name: 'pages from 1 with nothing but their records',
    paging: { type: 'page', responsePathToItems: '' },
    asks: pages('page', 'limit', 1),
    answers: ({ records }) => ({ body: plain(records) }),
    isBare: true,
  },
  {
    name: 'pages from 0 with nothing but their records',
    paging: { type: 'page', responsePathToItems: '' },
    asks: pages('page', 'limit', 0),
    answers: ({ records }) => ({ body: plain(records) }),
    isBare: true,
  },
]
