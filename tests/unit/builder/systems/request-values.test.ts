import { describe, expect, it } from 'vitest'
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { Operation } from '#contract/connectors/config/operations/operation.ts'
import { urlParts } from '#src/machines/builder/systems/request-values.ts'

const to = (url: string, operation: Partial<Operation> = {}): DestinationConfig => ({
  type: 'http',
  url,
  operation: { do: 'update', parameters: [], ...operation },
})

/** The URL with its marked values in square brackets. */
const marked = (made: string, step: Parameters<typeof urlParts>[1], destination: DestinationConfig) =>
  urlParts(made, step, destination)
    .map(({ text, isValue }) => (isValue ? `[${text}]` : text))
    .join('')

describe('the values of the record in the URL of a previewed request', () => {
  it('are what stands in place of the fields of the path', () => {
    const template = to('https://erp.example.com/v2/customers/{externalId}/addresses/{no}-{kind}?all=1')
    expect(marked('https://erp.example.com/v2/customers/1001/addresses/1-a%2Fb?all=1', 'send', template)).toBe(
      'https://erp.example.com/v2/customers/[1001]/addresses/[1]-[a%2Fb]?all=1',
    )
  })

  it('are found where the origin is written in another way', () => {
    expect(marked('https://erp.example.com/customers/7', 'create', to('HTTPS://ERP.example.com:443/customers/{id}'))).toBe(
      'https://erp.example.com/customers/[7]',
    )
  })

  it('are query parameters that a field fills, and no others', () => {
    const parameters: Operation['parameters'] = [{ in: 'query', name: 'e mail', field: 'email' }]
    expect(marked('https://a.test/c?fixed=1&e+mail=a%40b.c&mail=2', 'send', to('https://a.test/c?fixed=1', { parameters }))).toBe(
      'https://a.test/c?fixed=1&e+mail=[a%40b.c]&mail=2',
    )
  })

  it('are those of each request: a value that only the response contains is not one', () => {
    const destination = to('https://a.test/contacts', {
      do: 'find',
      find: { method: 'GET', url: 'https://a.test/contacts?email={email}', resultPath: '' },
      update: { method: 'PATCH', url: 'https://a.test/contacts/{found.id}' },
      afterwards: { side: 'source', method: 'PUT', url: 'https://shop.test/orders/{id}/{answer.id}' },
    })
    expect(marked('https://a.test/contacts?email=x', 'search', destination)).toBe('https://a.test/contacts?email=[x]')
    expect(marked('https://a.test/contacts/{found.id}', 'update', destination)).toBe('https://a.test/contacts/{found.id}')
    expect(marked('https://shop.test/orders/12/{answer.id}', 'followUp', destination)).toBe(
      'https://shop.test/orders/[12]/{answer.id}',
    )
  })

  it('are none where the URL was made from another template', () => {
    for (const made of ['https://a.test/orders/7', 'https://a.test/customers', 'no URL'])
      expect(marked(made, 'send', to('https://a.test/customers/{id}/lines'))).toBe(made)
  })
})
