/** Styles of real APIs that are asked in the body of a request. */
import { after, number, type Style } from './paging-shelf.ts'

export const bodyStyles: readonly Style[] = [
  {
    name: 'Notion: start_cursor in the body',
    method: 'POST',
    body: { filter: { property: 'done' } },
    paging: {
      type: 'cursor',
      sendIn: 'body',
      limitParam: 'page_size',
      cursorParam: 'start_cursor',
      responsePathToItems: 'results',
    },
    asks: ({ body }) => ({ size: number(body['page_size'], 20), begin: after(body['start_cursor']) }),
    answers: ({ records, cursor, hasMore }) => ({
      body: { results: records, next_cursor: hasMore ? cursor : null, has_more: hasMore },
    }),
  },
  {
    name: 'Shopify GraphQL: a cursor in the variables',
    method: 'POST',
    body: { query: 'query ($first: Int!, $after: String) { products { nodes { id } } }', variables: {} },
    paging: {
      type: 'cursor',
      sendIn: 'body',
      limitParam: 'variables.first',
      cursorParam: 'variables.after',
      responsePathToNextCursor: 'data.products.pageInfo.endCursor',
      responsePathToItems: 'data.products.nodes',
    },
    asks: ({ body }) => {
      const { first, after: from } = body['variables'] as { first?: number; after?: string }
      return { size: number(first, 20), begin: after(from) }
    },
    answers: ({ records, cursor, hasMore }) => ({
      body: { data: { products: { nodes: records, pageInfo: { hasNextPage: hasMore, endCursor: cursor } } } },
    }),
  },
  {
    name: 'GraphQL connection with edges, and a last cursor that is null',
    method: 'POST',
    body: { query: '{}', variables: { first: 20 } },
    paging: {
      type: 'cursor',
      sendIn: 'body',
      limitParam: '',
      cursorParam: 'variables.after',
      responsePathToNextCursor: 'data.orders.pageInfo.endCursor',
      responsePathToHasMore: 'data.orders.pageInfo.hasNextPage',
      responsePathToItems: 'data.orders.edges',
    },
    asks: ({ body }) => ({ size: 20, begin: after((body['variables'] as { after?: string }).after) }),
    answers: ({ records, cursor, hasMore }) => ({
      body: { data: { orders: { edges: records, pageInfo: { hasNextPage: hasMore, endCursor: hasMore ? cursor : null } } } },
    }),
  },
  {
    name: 'Elasticsearch: search_after',
    method: 'POST',
    body: { sort: [{ rank: 'asc' }] },
    paging: {
      type: 'lastId',
      sendIn: 'body',
      limitParam: 'size',
      cursorParam: 'search_after',
      recordIdPath: 'sort',
      responsePathToItems: 'hits.hits',
    },
    asks: ({ body }) => ({
      size: number(body['size'], 20),
      begin: after((body['search_after'] as readonly unknown[] | undefined)?.[0]),
    }),
    answers: ({ records }) => ({ body: { took: 1, hits: { hits: records } } }),
    endsEmpty: true,
  },
]
