/** The short form of the browser tests, `npm test`, and the long one, `npm run test:full`, which also plays what carries this tag. */
export const isFull = process.env['FORM'] === 'full'

export const onlyInFull = { tag: '@full' }
