/** Forms as the official Stripe client sends them: each object and the bytes of its request, recorded from stripe 23.1.0 against a local server. */
export const stripeForms: readonly (readonly [object, string])[] = [
  [{ email: 'a@b.test', name: 'Anna Berg' }, 'email=a%40b.test&name=Anna%20Berg'],
  [
    { metadata: { order: '6735', note: "It's (50%) off!*" } },
    'metadata[order]=6735&metadata[note]=It%27s%20%2850%25%29%20off%21%2A',
  ],
  [
    {
      items: [
        { price: 'price_1', quantity: 2 },
        { price: 'price_2', quantity: 1 },
      ],
    },
    'items[0][price]=price_1&items[0][quantity]=2&items[1][price]=price_2&items[1][quantity]=1',
  ],
  [
    { address: { line1: 'Hafenstraße 12', city: 'Köln', postal_code: '50667', country: 'DE' } },
    'address[line1]=Hafenstra%C3%9Fe%2012&address[city]=K%C3%B6ln&address[postal_code]=50667&address[country]=DE',
  ],
  [{ expand: ['customer', 'lines.data.price'] }, 'expand[0]=customer&expand[1]=lines.data.price'],
  [{ amount: 2000, currency: 'eur', capture: false, confirm: true }, 'amount=2000&currency=eur&capture=false&confirm=true'],
  [
    {
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 1999, product_data: { name: 'T-shirt & cap', metadata: { sku: 'a/b?c' } } },
          quantity: 3,
        },
      ],
    },
    'line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=1999&line_items[0][price_data][product_data][name]=T-shirt%20%26%20cap&line_items[0][price_data][product_data][metadata][sku]=a%2Fb%3Fc&line_items[0][quantity]=3',
  ],
  [{ description: null, metadata: { gone: null, kept: '' } }, 'description=&metadata[gone]=&metadata[kept]='],
  [
    { phases: [{ items: [{ price: 'p1', tax_rates: ['t1', 't2'] }, { price: 'p2' }], proration_behavior: 'none' }] },
    'phases[0][items][0][price]=p1&phases[0][items][0][tax_rates][0]=t1&phases[0][items][0][tax_rates][1]=t2&phases[0][items][1][price]=p2&phases[0][proration_behavior]=none',
  ],
  [
    { 'odd key': { 'a b': 'c+d', 'x=y': '1&2' }, ümlaut: '€' },
    'odd%20key[a%20b]=c%2Bd&odd%20key[x%3Dy]=1%262&%C3%BCmlaut=%E2%82%AC',
  ],
  [{ empty: {}, list: [], tags: ['x'] }, 'tags[0]=x'],
  [
    { emoji: '😀 ok', multi: 'line1\nline2\ttab', quote: '"q"', path: 'a\\b/c' },
    'emoji=%F0%9F%98%80%20ok&multi=line1%0Aline2%09tab&quote=%22q%22&path=a%5Cb%2Fc',
  ],
]
