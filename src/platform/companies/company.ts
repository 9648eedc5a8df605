/** A customer or part of the tenant, under which sensors are placed. */
export interface Company {
  id: string;
  /** Unique within the tenant, 1 to 200 characters. */
  name: string;
  createdAt: number;
}
