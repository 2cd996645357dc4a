/** `npm start`: from a fresh clone to a running product. */
import { become, build, install } from './prepare.mjs'

install()
build()
become(['server/main.ts'])
