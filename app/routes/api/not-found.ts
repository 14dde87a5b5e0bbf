export { noRead as loader } from './reads.server.ts'
