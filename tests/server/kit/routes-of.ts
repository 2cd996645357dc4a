/** What a server really serves, read from its router. */
type Printed = { printRoutes(options: { commonPrefix: false }): string }

/**
 * As `GET /path/:name`, in order, without HEAD, without the sandbox, which stands for systems of other people, and without protocols of their own,
 * whose tests have their routes.
 */
export function routesOf(app: Printed): string[] {
  const found: string[] = []
  const stack: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) continue
    const [, indent = '', part = '', methods = ''] = match
    stack.length = indent.length / 4
    stack.push(part)
    for (const method of methods.split(', ').filter((each) => each !== '' && each !== 'HEAD'))
      found.push(`${method} ${stack.join('')}`)
  }
  return found.filter((route) => !/ \/(?:(?:sandbox|scim)\/|mcp$|oauth\/callback$)/.test(route)).toSorted()
}
