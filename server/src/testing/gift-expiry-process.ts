/* A test process: stores the expiry of vouchers again and again, until it is killed. */
import { openDatabase } from '../db/database.ts'
import { expireVouchers } from '../modules/free-gifts/vouchers/expire-vouchers.ts'

const { db } = openDatabase(process.env['DATABASE_URL'] ?? '', { poolSize: 1 })
for (;;) {
  await expireVouchers({ db, clock: () => new Date() })
  process.stdout.write('.')
}
