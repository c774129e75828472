CREATE TABLE "course_nicknames" (
    "user_id" INTEGER NOT NULL,
    "course_id" INTEGER NOT NULL,
    "nickname" TEXT NOT NULL,

    CONSTRAINT "course_nicknames_pkey" PRIMARY KEY ("user_id","course_id")
);

CREATE TABLE "place_preferences" (
    "user_id" INTEGER NOT NULL,
    "place" TEXT NOT NULL,
    "color" TEXT,
    "position" INTEGER,

    CONSTRAINT "place_preferences_pkey" PRIMARY KEY ("user_id","place")
);

CREATE INDEX "course_nicknames_course" ON "course_nicknames"("course_id");

ALTER TABLE "course_nicknames" ADD CONSTRAINT "course_nicknames_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "course_nicknames" ADD CONSTRAINT "course_nicknames_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "place_preferences" ADD CONSTRAINT "place_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
