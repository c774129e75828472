"""What somebody would write with canvasapi: prints what it has done, a line each, and fails where a step does.

Takes the address of a server and the tokens of an administrator, a teacher and a student of the demo school.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from canvasapi import Canvas

url, admin_token, teacher_token, student_token = sys.argv[1:]
admin, teacher, student = (Canvas(url, token) for token in (admin_token, teacher_token, student_token))


def step(name):
    print(name, flush=True)


course = teacher.get_course(1)
assert [one.id for one in teacher.get_courses(enrollment_type="teacher")][0] == course.id
me = student.get_current_user()
step("courses")

assert len(list(course.get_users(enrollment_type=["student"], per_page=3))) == 8
assert {one.type for one in course.get_enrollments(type=["StudentEnrollment"])} == {"StudentEnrollment"}
assert len(list(course.get_sections())) > 0
assert [one.id for one in admin.get_account(1).get_users(search_term=me.name)] == [me.id]
assert len(list(admin.get_user(me.id).get_courses())) > 0
step("people")

group = course.create_assignment_group(name="Homework")
assignment = course.create_assignment(
    {"name": "By the client", "points_possible": 10, "submission_types": ["online_text_entry"], "published": True, "assignment_group_id": group.id}
)
assert assignment.edit(assignment={"points_possible": 20}).points_possible == 20
override = assignment.create_override(assignment_override={"student_ids": [me.id], "due_at": "2030-01-01T10:00:00Z", "title": "Later"})
assert [one.id for one in assignment.get_overrides()] == [override.id]
assert "By the client" in [one.name for one in course.get_assignments(bucket="future")]
step("assignments")

own = student.get_course(course.id).get_assignment(assignment.id)
turned_in = own.submit({"submission_type": "online_text_entry", "body": "<p>Words</p>"})
assert turned_in.workflow_state == "submitted"
graded = assignment.get_submission(me.id).edit(submission={"posted_grade": "15"}, comment={"text_comment": "Good."})
assert graded.score == 15
assert own.get_submission(me.id, include=["submission_comments"]).submission_comments[0]["comment"] == "Good."
progress = assignment.submissions_bulk_update(grade_data={me.id: {"posted_grade": 16}})
assert progress.query().workflow_state in ("queued", "running", "completed")
assert len(list(course.get_multiple_submissions(student_ids=[me.id], assignment_ids=[assignment.id]))) == 1
step("submissions")

topic = course.create_discussion_topic(title="Talk", message="<p>What do you think?</p>")
entry = topic.post_entry(message="I think.")
assert entry.post_reply(message="And I.").message == "And I."
assert [one.id for one in topic.get_topic_entries()] == [entry.id]
topic.mark_as_read()
topic.subscribe()
assert topic.update(title="Talk more").title == "Talk more"
step("discussions")

page = course.create_page(wiki_page={"title": "Welcome all", "body": "<p>Hello</p>", "published": True})
assert page.edit(wiki_page={"body": "<p>Hello again</p>"}).body == "<p>Hello again</p>"
assert len(list(page.get_revisions())) == 2
assert "welcome-all" in [one.url for one in course.get_pages(search_term="Welcome")]
step("pages")

module = course.create_module(module={"name": "Week 1"})
item = module.create_module_item(module_item={"type": "Assignment", "content_id": assignment.id})
assert [one.id for one in module.get_module_items()] == [item.id]
assert module.edit(module={"published": True}).published is True
assert item.edit(module_item={"indent": 1}).indent == 1
step("modules")

quiz = course.create_quiz({"title": "By the client", "quiz_type": "practice_quiz"})
question = quiz.create_question(
    question={
        "question_name": "One",
        "question_text": "1 + 1?",
        "question_type": "numerical_question",
        "points_possible": 1,
        "answers": [{"numerical_answer_type": "exact_answer", "answer_exact": 2, "answer_weight": 100}],
    }
)
assert quiz.edit(quiz={"published": True}).published is True
attempt = student.get_course(course.id).get_quiz(quiz.id).create_submission()
attempt.answer_submission_questions(quiz_questions=[{"id": question.id, "answer": 2}])
assert [one.id for one in attempt.get_submission_questions()] == [question.id]
assert attempt.complete().workflow_state == "complete"
step("quizzes")

conversation = student.create_conversation([str(teacher.get_current_user().id)], "A question", subject="Hello", force_new=True)[0]
assert conversation.add_message("And another.").id == conversation.id
assert int(teacher.conversations_unread_count()["unread_count"]) > 0
step("conversations")

event = teacher.create_calendar_event({"context_code": f"course_{course.id}", "title": "Trip", "start_at": "2030-01-01T10:00:00Z"})
assert event.edit(calendar_event={"title": "Journey"}).title == "Journey"
found = teacher.get_calendar_events(context_codes=[f"course_{course.id}"], all_events=True)
assert [one.title for one in found if one.id == event.id] == ["Journey"]
note = student.create_planner_note(title="Learn", todo_date="2030-01-02")
assert note.id in [one.id for one in student.get_planner_notes()]
step("calendar and planner")

with TemporaryDirectory() as directory:
    path = Path(directory) / "words.txt"
    path.write_text("some words")
    ok, sent = course.upload(str(path))
assert ok and sent["display_name"] == "words.txt"
folder = course.create_folder("Papers")
assert "words.txt" in [one.display_name for one in course.get_files(search_term="words")]
assert folder.update(name="Old papers").name == "Old papers"
assert teacher.get_file(sent["id"]).get_contents() == "some words"
step("files")

category = course.create_group_category("Projects")
one = category.create_group(name="First")
one.create_membership(me.id)
assert [member.id for member in one.get_users()] == [me.id]
step("groups")

made = admin.get_account(1).create_course(course={"name": "New", "course_code": "N"})
person = admin.get_account(1).create_user({"unique_id": f"by-canvasapi-{made.id}"}, user={"name": "By canvasapi"})
enrollment = made.enroll_user(person, "StudentEnrollment", enrollment={"enrollment_state": "active"})
assert enrollment.deactivate("deactivate").enrollment_state == "inactive"
assert enrollment.reactivate().enrollment_state == "active"
assert made.conclude() is True
step("administration")
